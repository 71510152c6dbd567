extension Publishers {
  /// A publisher of a sequence's elements.
  @frozen
  public struct Sequence<Elements: Swift.Sequence, Failure: Error>: Publisher {
    public typealias Output = Elements.Element

    /// What it publishes.
    public let sequence: Elements

    /// Makes one.
    ///
    /// - Parameter sequence: What it publishes.
    @inlinable
    public init(sequence: Elements) {
      self.sequence = sequence
    }

    /// Delivers the elements and the end, before it returns. An infinite sequence is fine where the
    /// subscriber stops it.
    ///
    /// - Parameter subscriber: Who gets them.
    /// - Complexity: O(n), where n is the number of elements.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      let subscription = Connection()
      subscriber.receive(subscription: subscription)
      for element in sequence {
        guard subscription.isOpen, subscriber.receive(element) else { return }
      }
      if subscription.isOpen { subscriber.receive(completion: .finished) }
    }
  }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}

extension Sequence {
  /// A publisher of the elements of this sequence: each subscriber gets them all, at once.
  ///
  /// ```swift
  /// [1, 2, 3].publisher.sink { print($0) }.cancel()  // prints 1, 2 and 3
  /// ```
  @inlinable
  public var publisher: Publishers.Sequence<Self, Never> {
    Publishers.Sequence(sequence: self)
  }
}
