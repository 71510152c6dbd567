extension Publisher where Output: Publisher, Output.Failure == Failure {
  /// Passes on what the newest of the publishers publishes that come as values.
  ///
  ///     input   --a---------b--------|
  ///     a         --1--2--3--4
  ///     b                   --5--6---|
  ///     output  ----1--2--3---5--6---|
  ///
  /// A new publisher ends the subscription to the one before. It finishes when this publisher and
  /// the newest one have finished, and fails when one of them fails. The stack does not grow, however
  /// many publishers come at once.
  ///
  /// - Returns: A publisher of the values of the newest one.
  @inlinable
  public func switchToLatest() -> Publishers.SwitchToLatest<Self> {
    Publishers.SwitchToLatest(upstream: self)
  }
}

extension Publisher where Output: Publisher, Output.Failure == Never {
  /// Passes on what the newest of the publishers publishes that come as values, and cannot fail.
  ///
  /// - Returns: A publisher of the values of the newest one.
  @inlinable
  public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Publishers.Map<Self, Publishers.SetFailureType<Output, Failure>>
    >
  {
    map { $0.setFailureType(to: Failure.self) }.switchToLatest()
  }
}

extension Publisher where Failure == Never, Output: Publisher {
  /// Passes on what the newest of the publishers publishes that come as values.
  ///
  /// - Returns: A publisher of the values of the newest one, which fails when one of them fails.
  @inlinable
  public func switchToLatest()
    -> Publishers.SwitchToLatest<
      Publishers.SetFailureType<Self, Output.Failure>
    >
  {
    setFailureType(to: Output.Failure.self).switchToLatest()
  }
}

extension Publisher where Failure == Never, Output: Publisher, Output.Failure == Never {
  /// Passes on what the newest of the publishers publishes that come as values; none can fail.
  ///
  /// - Returns: A publisher of the values of the newest one.
  @inlinable
  public func switchToLatest() -> Publishers.SwitchToLatest<Self> {
    Publishers.SwitchToLatest(upstream: self)
  }
}

extension Publishers {
  /// What ``Publisher/switchToLatest()`` returns.
  @frozen
  public struct SwitchToLatest<Upstream: Publisher>: Publisher
  where Upstream.Output: Publisher, Upstream.Output.Failure == Upstream.Failure {
    public typealias Output = Upstream.Output.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream

    @inlinable
    init(upstream: Upstream) {
      self.upstream = upstream
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      let stage = Stage(subscriber)
      guard stage.junction.inputs.isOpen else { return }
      stage.junction.inputs.add(stage.connection)
      upstream.receive(subscriber: stage)
    }

    @_fixed_layout
    @usableFromInline
    final class Stage<
      Downstream: Subscriber<Upstream.Output.Output, Upstream.Failure>
    >: Subscriber {
      @usableFromInline let junction: Junction<Downstream>
      @usableFromInline let connection = Connection()

      // Safe: used in their domain, and no access to them lasts while something is called.
      @exclusivity(unchecked)
      @usableFromInline
      var current: Connection?

      /// Where `current` is among the inputs.
      @exclusivity(unchecked)
      @usableFromInline
      var place: Int?

      /// The newest publisher that has not been subscribed to, while another one is.
      @exclusivity(unchecked)
      @usableFromInline
      var next: Upstream.Output?

      @exclusivity(unchecked)
      @usableFromInline
      var isSwitching = false

      @exclusivity(unchecked)
      @usableFromInline
      var upstreamIsFinished = false

      @inlinable
      init(_ downstream: Downstream) {
        junction = Junction(downstream)
        downstream.receive(subscription: junction.inputs)
      }

      @inlinable
      func receive(subscription: any Subscription) {
        connection.connect(subscription)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        guard connection.isOpen, junction.inputs.isOpen else { return false }
        dropCurrent()
        next = input
        guard !isSwitching else { return true }
        isSwitching = true
        while junction.inputs.isOpen, let publisher = next.take() {
          let connection = Connection()
          current = connection
          publisher.receive(subscriber: InnerInput(stage: self, connection: connection))
        }
        isSwitching = false
        finishIfDone()
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

      /// Has the newest publisher's connection cancelled with this.
      @inlinable
      func keepCurrent(_ connection: Connection) {
        if current === connection, place == nil { place = junction.inputs.add(connection) }
      }

      @inlinable
      func dropCurrent() {
        let last = current.take()
        if let place = place.take() { junction.inputs.remove(at: place) }
        last?.cancel()
      }

      @inlinable
      func finishIfDone() {
        if upstreamIsFinished, current == nil, next == nil, !isSwitching {
          junction.send(completion: .finished)
        }
      }
    }

    @frozen
    @usableFromInline
    struct InnerInput<
      Downstream: Subscriber<Upstream.Output.Output, Upstream.Failure>
    >: Subscriber {
      @usableFromInline let stage: Stage<Downstream>
      @usableFromInline let connection: Connection

      @inlinable
      init(stage: Stage<Downstream>, connection: Connection) {
        self.stage = stage
        self.connection = connection
      }

      @inlinable
      func receive(subscription: any Subscription) {
        connection.connect(subscription)
        // Before anything else, for a publisher may be at work for ever without a value.
        guard !subscription.hasNothingToStop else { return }
        if connection.isOpen { stage.keepCurrent(connection) }
      }

      @inlinable
      func receive(_ input: Upstream.Output.Output) -> Bool {
        connection.isOpen && stage.junction.send(input) && connection.isOpen
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        guard connection.finish() else { return }
        switch completion {
        case .finished:
          if stage.current === connection { stage.dropCurrent() }
          stage.finishIfDone()
        case .failure: stage.junction.send(completion: completion)
        }
      }
    }
  }
}
