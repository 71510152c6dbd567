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

    @usableFromInline
    final class Stage<
      Downstream: Subscriber<Upstream.Output.Output, Upstream.Failure>
    >: Subscriber {
      @usableFromInline let junction: Junction<Downstream>
      @usableFromInline let connection = Connection()

      // Safe: used in their domain, and no access to them lasts while something is called.
      @exclusivity(unchecked)
      @usableFromInline
      var current: InnerInput<Downstream>?

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
          let inner = InnerInput(stage: self)
          current = inner
          publisher.receive(subscriber: inner)
          if inner.connection.isOpen { inner.place = junction.inputs.add(inner.connection) }
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

      @inlinable
      func dropCurrent() {
        guard let inner = current.take() else { return }
        inner.connection.cancel()
        if let place = inner.place { junction.inputs.remove(at: place) }
      }

      @inlinable
      func finishIfDone() {
        if upstreamIsFinished, current == nil, next == nil, !isSwitching {
          junction.send(completion: .finished)
        }
      }
    }

    @usableFromInline
    final class InnerInput<
      Downstream: Subscriber<Upstream.Output.Output, Upstream.Failure>
    >: Subscriber {
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
          if stage.current === self { stage.dropCurrent() }
          stage.finishIfDone()
        case .failure: stage.junction.send(completion: completion)
        }
      }
    }
  }
}
