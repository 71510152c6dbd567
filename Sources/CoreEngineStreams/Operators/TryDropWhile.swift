extension Publisher {
  /// Leaves values out as long as they satisfy a condition, and passes all others on. The condition
  /// may throw, which ends the publisher.
  ///
  ///     input     --"1"--"2"--"x"--"3"--|
  ///     tryDrop { try parse($0) < 3 }
  ///     output    -------------X(not a number)
  ///
  /// - Parameter predicate: Called once for each value, up to the first for which it is false. That
  ///   one is passed on, and so is every later one. If it throws, this publisher's subscription is
  ///   cancelled, and then the error becomes the failure.
  /// - Returns: A publisher of the values from there, which ends as this one does or with what was
  ///   thrown.
  @inlinable
  public func tryDrop(
    while predicate: @escaping (Output) throws -> Bool
  ) -> Publishers.TryDropWhile<Self> {
    Publishers.TryDropWhile(upstream: self, predicate: predicate)
  }
}

extension Publishers {
  /// What ``Publisher/tryDrop(while:)`` returns.
  @frozen
  public struct TryDropWhile<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    @usableFromInline let upstream: Upstream
    @usableFromInline let predicate: (Output) throws -> Bool

    @inlinable
    init(upstream: Upstream, predicate: @escaping (Output) throws -> Bool) {
      self.upstream = upstream
      self.predicate = predicate
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      upstream.receive(subscriber: Stage(downstream: subscriber, predicate: predicate))
    }

    @_fixed_layout
    @usableFromInline
    final class Stage<Downstream: Subscriber<Upstream.Output, any Error>>: Subscriber {
      @usableFromInline let valve: Valve<Downstream>
      @usableFromInline let predicate: (Upstream.Output) throws -> Bool

      // Safe: read before the condition is called and written after it has returned; values do not
      // overlap.
      @exclusivity(unchecked)
      @usableFromInline
      var isDropping = true

      @inlinable
      init(downstream: Downstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
        valve = Valve(downstream)
        self.predicate = predicate
      }

      @inlinable
      func receive(subscription: any Subscription) {
        valve.receive(subscription: subscription)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        guard valve.isOpen else { return false }
        do {
          if isDropping {
            if try predicate(input) { return true }
            isDropping = false
          }
          return valve.receive(input)
        } catch {
          return valve.end(.failure(error))
        }
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        valve.receive(completion: completion.erased)
      }
    }
  }
}
