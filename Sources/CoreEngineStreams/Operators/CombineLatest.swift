extension Publisher {
  /// Pairs the newest value of this publisher with the newest one of another, whenever one of them
  /// changes.
  ///
  ///     self    --1--------2-----------|
  ///     other   -----a--b-----c-----|
  ///     output  -----1a-1b-2b-2c-------|
  ///
  /// There is no value before both have published one. It finishes when both have finished, and
  /// fails when one fails.
  ///
  /// - Parameter other: The other publisher.
  /// - Returns: A publisher of pairs.
  @inlinable
  public func combineLatest<Other: Publisher>(
    _ other: Other
  ) -> Publishers.CombineLatest<Self, Other> where Other.Failure == Failure {
    Publishers.CombineLatest(self, other)
  }

  /// Combines the newest values of this publisher and another one by a closure, whenever one of them
  /// changes.
  ///
  /// - Parameters:
  ///   - other: The other publisher.
  ///   - transform: Called with the two newest values.
  /// - Returns: A publisher of the results; see ``combineLatest(_:)``.
  @inlinable
  public func combineLatest<Other: Publisher, Result>(
    _ other: Other, _ transform: @escaping (Output, Other.Output) -> Result
  ) -> Publishers.Map<Publishers.CombineLatest<Self, Other>, Result>
  where Other.Failure == Failure {
    combineLatest(other).map { transform($0.0, $0.1) }
  }

  /// Groups the newest values of three publishers, whenever one of them changes.
  ///
  /// - Parameters:
  ///   - second: The second publisher.
  ///   - third: The third publisher.
  /// - Returns: A publisher of triples; see ``combineLatest(_:)``.
  @inlinable
  public func combineLatest<Second: Publisher, Third: Publisher>(
    _ second: Second, _ third: Third
  )
    -> Publishers.Map<
      Publishers.CombineLatest<Publishers.CombineLatest<Self, Second>, Third>,
      (Output, Second.Output, Third.Output)
    > where Second.Failure == Failure, Third.Failure == Failure
  {
    combineLatest(second).combineLatest(third).map { ($0.0.0, $0.0.1, $0.1) }
  }
}

extension Publishers {
  /// What ``Publisher/combineLatest(_:)`` returns.
  @frozen
  public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
  where A.Failure == B.Failure {
    public typealias Output = (A.Output, B.Output)
    public typealias Failure = A.Failure

    @usableFromInline let a: A
    @usableFromInline let b: B

    /// Combines two publishers.
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
        stage.a = $0
        return stage.send()
      } finished: {
        stage.finishOne()
      }
      PairInput.attach(to: b, stage.junction) {
        stage.b = $0
        return stage.send()
      } finished: {
        stage.finishOne()
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
      var a: A.Output?

      @exclusivity(unchecked)
      @usableFromInline
      var b: B.Output?

      @exclusivity(unchecked)
      @usableFromInline
      var running = 2

      @inlinable
      init(_ downstream: Downstream) {
        junction = Junction(downstream)
        downstream.receive(subscription: junction.inputs)
      }

      @inlinable
      func send() -> Bool {
        guard let a, let b else { return junction.inputs.isOpen }
        return junction.send((a, b))
      }

      @inlinable
      func finishOne() {
        running -= 1
        if running == 0 { junction.send(completion: .finished) }
      }
    }
  }
}
