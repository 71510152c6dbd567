extension Publisher where Output: Equatable {
  /// Leaves out each value that equals the one before it.
  ///
  ///     input   --1--1--2--2--1--|
  ///     removeDuplicates()
  ///     output  --1-----2-----1--|
  ///
  /// - Returns: A publisher without repeats, which ends as this one does. Each subscription compares
  ///   for itself; the first value always passes.
  @inlinable
  public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
    removeDuplicates(by: ==)
  }
}

extension Publisher {
  /// Leaves out each value that a closure calls a duplicate of the last one passed on.
  ///
  ///     input   --1--3--4--6--7--|
  ///     removeDuplicates { $0 % 2 == $1 % 2 }
  ///     output  --1-----4-----7--|
  ///
  /// - Parameter isDuplicate: Called with the last value passed on and the new one.
  /// - Returns: A publisher without repeats, which ends as this one does. Each subscription compares
  ///   for itself; the first value always passes.
  @inlinable
  public func removeDuplicates(
    by isDuplicate: @escaping (Output, Output) -> Bool
  ) -> Publishers.RemoveDuplicates<Self> {
    Publishers.RemoveDuplicates(upstream: self, isDuplicate: isDuplicate)
  }
}

extension Publishers {
  /// What ``Publisher/removeDuplicates(by:)`` returns.
  @frozen
  public struct RemoveDuplicates<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let isDuplicate: (Output, Output) -> Bool

    @inlinable
    init(upstream: Upstream, isDuplicate: @escaping (Output, Output) -> Bool) {
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
    final class Stage<Downstream: Subscriber<Upstream.Output, Upstream.Failure>>: Subscriber {
      @usableFromInline let downstream: Downstream
      @usableFromInline let isDuplicate: (Upstream.Output, Upstream.Output) -> Bool

      // Safe: read and written in `receive(_:)` only, with no call in between that could come back.
      @exclusivity(unchecked)
      @usableFromInline
      var last: Upstream.Output?

      @inlinable
      init(
        downstream: Downstream, isDuplicate: @escaping (Upstream.Output, Upstream.Output) -> Bool
      ) {
        self.downstream = downstream
        self.isDuplicate = isDuplicate
      }

      @inlinable
      func receive(subscription: any Subscription) {
        downstream.receive(subscription: subscription)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        let before = last
        if let before, isDuplicate(before, input) { return true }
        // Noted before it is passed on, so that what comes back from downstream compares with it.
        last = input
        return downstream.receive(input)
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        last = nil
        downstream.receive(completion: completion)
      }
    }
  }
}
