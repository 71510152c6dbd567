public import CoreEngineSupport

extension Publisher {
  /// Makes a publisher of each value, and passes on what all of these publish, as it comes.
  ///
  ///     input   --1------2------------|
  ///     flatMap { n in … "n" now and 3 later }
  ///     output  --1--1---2--2---------|
  ///
  /// It finishes when this publisher and all that were made of it have finished, and fails when one
  /// of them fails. Values that find `maxPublishers` at work wait; those of a publisher that sends
  /// while another one's value is being delivered do, too. The stack does not grow, however many
  /// publishers finish at once.
  ///
  /// - Parameters:
  ///   - maxPublishers: How many publishers may be at work at the same time; 1 makes them one after
  ///     the other, in order.
  ///   - transform: Called with each value, when its turn has come.
  /// - Returns: A publisher of the values of all.
  /// - Precondition: `maxPublishers` is positive.
  @inlinable
  public func flatMap<Inner: Publisher>(
    maxPublishers: Int = .max, _ transform: @escaping (Output) -> Inner
  ) -> Publishers.FlatMap<Self, Inner> where Inner.Failure == Failure {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }

  /// Makes a publisher that cannot fail of each value, and passes on what all of these publish.
  ///
  /// - Parameters:
  ///   - maxPublishers: How many publishers may be at work at the same time.
  ///   - transform: Called with each value, when its turn has come.
  /// - Returns: A publisher of the values of all.
  /// - Precondition: `maxPublishers` is positive.
  @inlinable
  public func flatMap<Inner: Publisher>(
    maxPublishers: Int = .max, _ transform: @escaping (Output) -> Inner
  ) -> Publishers.FlatMap<Self, Publishers.SetFailureType<Inner, Failure>>
  where Inner.Failure == Never {
    flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
  }
}

extension Publisher where Failure == Never {
  /// Makes a publisher of each value, and passes on what all of these publish.
  ///
  /// - Parameters:
  ///   - maxPublishers: How many publishers may be at work at the same time.
  ///   - transform: Called with each value, when its turn has come.
  /// - Returns: A publisher of the values of all, which fails when one of them fails.
  /// - Precondition: `maxPublishers` is positive.
  @inlinable
  public func flatMap<Inner: Publisher>(
    maxPublishers: Int = .max, _ transform: @escaping (Output) -> Inner
  ) -> Publishers.FlatMap<Publishers.SetFailureType<Self, Inner.Failure>, Inner> {
    setFailureType(to: Inner.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
  }

  /// Makes a publisher of each value, and passes on what all of these publish; none can fail.
  ///
  /// - Parameters:
  ///   - maxPublishers: How many publishers may be at work at the same time.
  ///   - transform: Called with each value, when its turn has come.
  /// - Returns: A publisher of the values of all.
  /// - Precondition: `maxPublishers` is positive.
  @inlinable
  public func flatMap<Inner: Publisher>(
    maxPublishers: Int = .max, _ transform: @escaping (Output) -> Inner
  ) -> Publishers.FlatMap<Self, Inner> where Inner.Failure == Never {
    Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
  }
}

extension Publishers {
  /// What ``Publisher/flatMap(maxPublishers:_:)`` returns.
  @frozen
  public struct FlatMap<Upstream: Publisher, Inner: Publisher>: Publisher
  where Upstream.Failure == Inner.Failure {
    public typealias Output = Inner.Output
    public typealias Failure = Inner.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let maxPublishers: Int
    @usableFromInline let transform: (Upstream.Output) -> Inner

    @inlinable
    init(
      upstream: Upstream, maxPublishers: Int, transform: @escaping (Upstream.Output) -> Inner
    ) {
      if maxPublishers < 1 { failForCount("maxPublishers", maxPublishers, atLeast: 1) }
      self.upstream = upstream
      self.maxPublishers = maxPublishers
      self.transform = transform
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      let stage = Stage(subscriber, maxPublishers: maxPublishers, transform: transform)
      guard stage.junction.inputs.isOpen else { return }
      stage.junction.inputs.add(stage.connection)
      upstream.receive(subscriber: stage)
    }

    @_fixed_layout
    @usableFromInline
    final class Stage<Downstream: Subscriber<Inner.Output, Inner.Failure>>: Subscriber {
      @usableFromInline let junction: Junction<Downstream>
      @usableFromInline let connection = Connection()
      @usableFromInline let maxPublishers: Int
      @usableFromInline let transform: (Upstream.Output) -> Inner

      // Safe: used in their domain, and no access to them lasts while something is called.
      @exclusivity(unchecked)
      @usableFromInline
      var waiting = Ring<Upstream.Output>()

      @exclusivity(unchecked)
      @usableFromInline
      var running = 0

      /// Whether `start` is on the stack: publishers that finish at once leave the next to it.
      @exclusivity(unchecked)
      @usableFromInline
      var isStarting = false

      @exclusivity(unchecked)
      @usableFromInline
      var upstreamIsFinished = false

      @inlinable
      init(
        _ downstream: Downstream, maxPublishers: Int,
        transform: @escaping (Upstream.Output) -> Inner
      ) {
        junction = Junction(downstream)
        self.maxPublishers = maxPublishers
        self.transform = transform
        downstream.receive(subscription: junction.inputs)
      }

      @inlinable
      func receive(subscription: any Subscription) {
        connection.connect(subscription)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        guard connection.isOpen, junction.inputs.isOpen else { return false }
        if isStarting || running >= maxPublishers {
          waiting.append(input)
        } else {
          isStarting = true
          start(input)
          settle()
        }
        return junction.inputs.isOpen
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        guard connection.finish() else { return }
        switch completion {
        case .finished:
          upstreamIsFinished = true
          finishIfDone()
        case .failure: junction.send(completion: completion)
        }
      }

      @inlinable
      func start(_ input: Upstream.Output) {
        running += 1
        let publisher = transform(input)
        // `transform` may have cancelled this.
        guard junction.inputs.isOpen else { return }
        // To subscribe would cost much more than the value. The casts are resolved by the compiler
        // where it specialises this.
        let just =
          publisher as? Just<Inner.Output>
          ?? (publisher as? SetFailureType<Just<Inner.Output>, Failure>)?.upstream
        if let just {
          _ = junction.send(just.output)
          running -= 1
        } else {
          publisher.receive(subscriber: InnerInput(stage: self))
        }
      }

      /// Starts what waits and may run now.
      @inlinable
      func settle() {
        while junction.inputs.isOpen, running < maxPublishers, let next = waiting.popFirst() {
          start(next)
        }
        isStarting = false
        finishIfDone()
      }

      @inlinable
      func finishOne(at place: Int?) {
        running -= 1
        if let place { junction.inputs.remove(at: place) }
        guard !isStarting else { return }
        isStarting = true
        settle()
      }

      @inlinable
      func finishIfDone() {
        if upstreamIsFinished, running == 0, waiting.isEmpty, !isStarting {
          junction.send(completion: .finished)
        }
      }
    }

    @_fixed_layout
    @usableFromInline
    final class InnerInput<Downstream: Subscriber<Inner.Output, Inner.Failure>>: Subscriber {
      @usableFromInline let stage: Stage<Downstream>
      @usableFromInline let connection = Connection()

      @exclusivity(unchecked)
      @usableFromInline
      var place: Int?

      @inlinable
      init(stage: Stage<Downstream>) {
        self.stage = stage
      }

      @inlinable
      func receive(subscription: any Subscription) {
        connection.connect(subscription)
        // Before anything else, for a publisher may be at work for ever without a value.
        guard !subscription.hasNothingToStop, place == nil else { return }
        if connection.isOpen { place = stage.junction.inputs.add(connection) }
      }

      @inlinable
      func receive(_ input: Inner.Output) -> Bool {
        connection.isOpen && stage.junction.send(input)
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Inner.Failure>) {
        guard connection.finish() else { return }
        switch completion {
        case .finished: stage.finishOne(at: place)
        case .failure: stage.junction.send(completion: completion)
        }
      }
    }
  }
}
