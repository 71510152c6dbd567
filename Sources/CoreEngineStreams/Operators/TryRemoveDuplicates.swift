extension Publisher {
  /// Leaves out each value that a closure calls a duplicate of the last one passed on. The closure
  /// may throw, which ends the publisher.
  ///
  ///     input     --"1"--"01"--"2"--"x"--"3"--|
  ///     tryRemoveDuplicates { try parse($0) == parse($1) }
  ///     output    --"1"--------"2"---X(not a number)
  ///
  /// - Parameter isDuplicate: Called with the last value passed on and the new one. If it throws,
  ///   this publisher's subscription is cancelled, and then the error becomes the failure.
  /// - Returns: A publisher without repeats, which ends as this one does or with what was thrown.
  ///   Each subscription compares for itself; the first value always passes.
  @inlinable
  public func tryRemoveDuplicates(
    by isDuplicate: @escaping (Output, Output) throws -> Bool
  ) -> Publishers.TryRemoveDuplicates<Self> {
    Publishers.TryRemoveDuplicates(upstream: self, isDuplicate: isDuplicate)
  }
}

extension Publishers {
  /// What ``Publisher/tryRemoveDuplicates(by:)`` returns.
  @frozen
  public struct TryRemoveDuplicates<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = any Error

    @usableFromInline let upstream: Upstream
    @usableFromInline let isDuplicate: (Output, Output) throws -> Bool

    @inlinable
    init(upstream: Upstream, isDuplicate: @escaping (Output, Output) throws -> Bool) {
      self.upstream = upstream
      self.isDuplicate = isDuplicate
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      upstream.receive(subscriber: Stage(downstream: subscriber, isDuplicate: isDuplicate))
    }

    @_fixed_layout
    @usableFromInline
    final class Stage<Downstream: Subscriber<Upstream.Output, any Error>>: Subscriber {
      @usableFromInline let valve: Valve<Downstream>
      @usableFromInline let isDuplicate: (Upstream.Output, Upstream.Output) throws -> Bool

      // Safe: read and written in `receive` only, with no call in between that could come back.
      @exclusivity(unchecked)
      @usableFromInline
      var last: Upstream.Output?

      @inlinable
      init(
        downstream: Downstream,
        isDuplicate: @escaping (Upstream.Output, Upstream.Output) throws -> Bool
      ) {
        valve = Valve(downstream)
        self.isDuplicate = isDuplicate
      }

      @inlinable
      func receive(subscription: any Subscription) {
        valve.receive(subscription: subscription)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        guard valve.isOpen else { return false }
        do {
          let before = last
          if let before, try isDuplicate(before, input) { return true }
          // Noted before it is passed on, so that what comes back from downstream compares with it.
          last = input
          return valve.receive(input)
        } catch {
          last = nil
          return valve.end(.failure(error))
        }
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        last = nil
        valve.receive(completion: completion.erased)
      }
    }
  }
}
