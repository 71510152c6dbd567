extension Publisher {
  /// Passes on the values of this publisher and of another one, as they come.
  ///
  ///     self    --1-----3-----|
  ///     other   -----2-----4-----|
  ///     output  --1--2--3--4-----|
  ///
  /// It finishes when both have finished, and fails when one fails. What one of them sends while a
  /// value of the other is being delivered waits until that is done. Many of them in a row run with
  /// a constant stack if each is made an ``AnyPublisher``
  /// (`a.merge(with: b).eraseToAnyPublisher().merge(with: c)…`).
  ///
  /// - Parameter other: The other publisher.
  /// - Returns: A publisher of the values of both.
  @inlinable
  public func merge<Other: Publisher<Output, Failure>>(
    with other: Other
  ) -> Publishers.Merge<Self, Other> {
    Publishers.Merge(self, other)
  }
}

extension Publishers {
  /// What ``Publisher/merge(with:)`` returns.
  @frozen
  public struct Merge<A: Publisher, B: Publisher>: Publisher
  where A.Output == B.Output, A.Failure == B.Failure {
    public typealias Output = A.Output
    public typealias Failure = A.Failure

    @usableFromInline let a: A
    @usableFromInline let b: B

    /// Merges two publishers.
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
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      let stage = MergeStage(subscriber, inputs: 2)
      stage.attach(to: a)
      stage.attach(to: b)
    }
  }

  /// A publisher of the values of any number of publishers of one type, as they come.
  ///
  /// It finishes when all have finished, at once if there are none, and fails when one fails.
  ///
  /// ```swift
  /// Publishers.MergeMany([1, 2].publisher, [3].publisher)
  ///   .sink { print($0) }.cancel()  // prints 1, 2 and 3
  /// ```
  public struct MergeMany<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    /// What is merged, in order of subscription.
    public let publishers: [Upstream]

    /// Merges publishers.
    ///
    /// - Parameter publishers: What to merge, in order of subscription.
    public init(_ publishers: Upstream...) {
      self.publishers = publishers
    }

    /// Merges publishers.
    ///
    /// - Parameter publishers: What to merge, in order of subscription.
    public init(_ publishers: some Swift.Sequence<Upstream>) {
      self.publishers = Array(publishers)
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      let stage = MergeStage(subscriber, inputs: publishers.count)
      for publisher in publishers { stage.attach(to: publisher) }
    }
  }

  @_fixed_layout
  @usableFromInline
  final class MergeStage<Downstream: Subscriber> {
    @usableFromInline let junction: Junction<Downstream>

    /// How many have not finished.
    @exclusivity(unchecked)
    @usableFromInline
    var running: Int

    @inlinable
    init(_ downstream: Downstream, inputs: Int) {
      junction = Junction(downstream)
      running = inputs
      downstream.receive(subscription: junction.inputs)
      if inputs == 0 { junction.send(completion: .finished) }
    }

    @inlinable
    func attach(to publisher: some Publisher<Downstream.Input, Downstream.Failure>) {
      guard junction.inputs.isOpen else { return }
      let input = Input(stage: self)
      junction.inputs.add(input.connection)
      publisher.receive(subscriber: input)
    }

    @frozen
    @usableFromInline
    struct Input: Subscriber {
      @usableFromInline let stage: MergeStage
      @usableFromInline let connection = Connection()

      @inlinable
      init(stage: MergeStage) { self.stage = stage }

      @inlinable
      func receive(subscription: any Subscription) {
        connection.connect(subscription)
      }

      @inlinable
      func receive(_ input: Downstream.Input) -> Bool {
        connection.isOpen && stage.junction.send(input)
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard connection.finish() else { return }
        stage.running -= 1
        if case .finished = completion, stage.running > 0 { return }
        stage.junction.send(completion: completion)
      }
    }
  }
}

extension Publishers.Merge where A == AnyPublisher<B.Output, B.Failure> {
  /// Hides the type of this publisher. Many in a row become one list, not a nest.
  ///
  /// - Returns: A publisher that publishes what this one does.
  @inlinable
  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> {
    AnyPublisher(self)
  }
}

extension AnyPublisher {
  /// Hides the type of a publisher that merges two. Many in a row become one list.
  ///
  /// - Parameter publisher: Whose values to publish.
  @inlinable
  public init<B>(_ publisher: Publishers.Merge<AnyPublisher, B>) {
    self.init(.merge, publisher.a, then: .publisher(publisher.b.eraseToAnyPublisher()))
  }
}
