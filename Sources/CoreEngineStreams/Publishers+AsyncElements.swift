extension AsyncSequence {
  /// A publisher of the elements of this sequence.
  ///
  ///     self    --1--2--throws e
  ///     output  --1--2--X(e)
  ///
  /// Each subscriber starts a task that iterates the sequence, in the isolation in which this is called,
  /// and is cancelled with the subscription. What the sequence throws becomes the failure, unless the
  /// subscription has been cancelled. It does not compile outside an isolated context.
  ///
  /// A sequence that several iterations share, such as an `AsyncStream`, is shared by subscribers, too:
  /// each element goes to one of them. Use ``Publisher/share()`` where all are to get all.
  ///
  /// ```swift
  /// @MainActor func show(_ numbers: AsyncStream<Int>) -> AnyCancellable {
  ///   numbers.publisher()
  ///     .replaceError(with: 0)
  ///     .sink { print($0) }
  /// }
  /// ```
  ///
  /// - Parameter isolation: Where the values are delivered; leave it out.
  /// - Returns: A publisher of the elements. Subscribe to it in the same isolation.
  public func publisher(
    isolation: isolated any Actor = #isolation
  ) -> Publishers.AsyncElements<Self> {
    Publishers.AsyncElements(elements: self, isolation: isolation)
  }
}

extension Publishers {
  /// What `AsyncSequence.publisher()` returns.
  public struct AsyncElements<Elements: AsyncSequence>: AsyncSource {
    public typealias Output = Elements.Element
    public typealias Failure = any Error

    let elements: Elements
    let isolation: any Actor

    init(elements: Elements, isolation: any Actor) {
      self.elements = elements
      self.isolation = isolation
    }

    func produce(isolation: isolated any Actor, _ send: (Output) -> Bool) async throws {
      for try await element in elements where !send(element) { return }
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the elements.
    public func receive<Downstream: Subscriber<Output, any Error>>(subscriber: Downstream) {
      TaskStage.attach(subscriber, to: self)
    }
  }
}
