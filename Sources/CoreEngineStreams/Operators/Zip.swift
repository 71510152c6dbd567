public import CoreEngineSupport

extension Publisher {
  /// Pairs the first value of this publisher with the first one of another, the second with the
  /// second, and so on.
  ///
  ///     self    --1--2-----3--------|
  ///     other   --------a-----b--|
  ///     output  --------1a----2b-|
  ///
  /// A value waits until the other publisher has one for it. It finishes as soon as no further pair
  /// is possible, and fails when one fails.
  ///
  /// - Parameter other: The other publisher.
  /// - Returns: A publisher of pairs.
  @inlinable
  public func zip<Other: Publisher>(_ other: Other) -> Publishers.Zip<Self, Other>
  where Other.Failure == Failure {
    Publishers.Zip(self, other)
  }

  /// Combines the values of this publisher and another one by a closure, the first with the first
  /// and so on.
  ///
  /// - Parameters:
  ///   - other: The other publisher.
  ///   - transform: Called with each pair.
  /// - Returns: A publisher of the results; see ``zip(_:)``.
  @inlinable
  public func zip<Other: Publisher, Result>(
    _ other: Other, _ transform: @escaping (Output, Other.Output) -> Result
  ) -> Publishers.Map<Publishers.Zip<Self, Other>, Result> where Other.Failure == Failure {
    zip(other).map { transform($0.0, $0.1) }
  }

  /// Groups the values of three publishers, the first ones, the second ones, and so on.
  ///
  /// - Parameters:
  ///   - second: The second publisher.
  ///   - third: The third publisher.
  /// - Returns: A publisher of triples; see ``zip(_:)``.
  @inlinable
  public func zip<Second: Publisher, Third: Publisher>(
    _ second: Second, _ third: Third
  )
    -> Publishers.Map<
      Publishers.Zip<Publishers.Zip<Self, Second>, Third>, (Output, Second.Output, Third.Output)
    > where Second.Failure == Failure, Third.Failure == Failure
  {
    zip(second).zip(third).map { ($0.0.0, $0.0.1, $0.1) }
  }
}

extension Publishers {
  /// What ``Publisher/zip(_:)`` returns.
  @frozen
  public struct Zip<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure

    @usableFromInline let a: A
    @usableFromInline let b: B

    /// Pairs two publishers.
    ///
    /// - Parameters:
    ///   - a: The one that is subscribed to first.
    ///   - b: The other.
    @inlinable
    public init(_ a: A, _ b: B) {
      self.a = a
      self.b = b
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the pairs.
    @inlinable
    public func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      let stage = Stage(subscriber)
      PairInput.attach(to: a, stage.junction) {
        stage.a.append($0)
        return stage.send()
      } finished: {
        stage.aIsFinished = true
        stage.finishIfDone()
      }
      PairInput.attach(to: b, stage.junction) {
        stage.b.append($0)
        return stage.send()
      } finished: {
        stage.bIsFinished = true
        stage.finishIfDone()
      }
    }

    @_fixed_layout
    @usableFromInline
    final class Stage<Downstream: Subscriber>
    where Downstream.Input == Output, Downstream.Failure == Failure {
      @usableFromInline let junction: Junction<Downstream>

      // Safe: used in their domain, and no access to them lasts while something is called.
      @exclusivity(unchecked)
      @usableFromInline
      var a = Ring<A.Output>()

      @exclusivity(unchecked)
      @usableFromInline
      var b = Ring<B.Output>()

      @exclusivity(unchecked)
      @usableFromInline
      var aIsFinished = false

      @exclusivity(unchecked)
      @usableFromInline
      var bIsFinished = false

      @inlinable
      init(_ downstream: Downstream) {
        junction = Junction(downstream)
        downstream.receive(subscription: junction.inputs)
      }

      @inlinable
      func send() -> Bool {
        if !a.isEmpty, !b.isEmpty, let one = a.popFirst(), let other = b.popFirst() {
          _ = junction.send((one, other))
          finishIfDone()
        }
        return junction.inputs.isOpen
      }

      @inlinable
      func finishIfDone() {
        if aIsFinished && a.isEmpty || bIsFinished && b.isEmpty {
          junction.send(completion: .finished)
        }
      }
    }
  }
}
