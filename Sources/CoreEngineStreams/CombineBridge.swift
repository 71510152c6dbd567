#if canImport(Combine)
  public import Combine
  internal import CoreEngineSupport

  extension PublisherCore {
    /// Runs a publisher of Combine as an effect: what it publishes goes through `action`, and its
    /// failure to `handleError`.
    ///
    /// Its values must arrive in the isolation of the core; for a core of the main actor:
    ///
    /// ```swift
    /// import Combine
    /// import Dispatch
    ///
    /// @MainActor func load(_ books: some Combine.Publisher<[String], any Error>) {
    ///   core.dispatch(effect: books.map(Action.loaded).receive(on: DispatchQueue.main))
    /// }
    /// ```
    ///
    /// - Parameter effect: A publisher of actions.
    public func dispatch<Effect: Combine.Publisher>(effect: Effect)
    where Effect.Output == Action {
      dispatch(effect: effect.eraseToStreamsPublisher())
    }

    /// Runs a publisher of Combine as an effect, under an id. Its values must arrive in the isolation
    /// of the core.
    ///
    /// - Parameters:
    ///   - effect: A publisher of actions.
    ///   - id: What it is called.
    ///   - policy: What becomes of it, or of the others, while effects of that id run.
    public func dispatch<Effect: Combine.Publisher>(
      effect: Effect, id: some Hashable & Sendable, policy: EffectPolicy = .concurrent
    ) where Effect.Output == Action {
      dispatch(effect: effect.eraseToStreamsPublisher(), id: id, policy: policy)
    }
  }

  extension Combine.Publisher {
    /// This publisher as one of CoreEngineStreams.
    ///
    /// Each subscriber subscribes to this publisher, and asks for all that it has. Its values must
    /// arrive in the isolation in which the result is used: put `receive(on:)` before this where they
    /// would not.
    ///
    /// - Returns: A publisher that publishes what this one does.
    public func eraseToStreamsPublisher() -> CoreEngineStreams.AnyPublisher<Output, Failure> {
      CoreEngineStreams.AnyPublisher { subscriber in
        CombineToken(
          token: sink { completion in
            switch completion {
            case .finished: subscriber.receive(completion: .finished)
            case .failure(let error): subscriber.receive(completion: .failure(error))
            }
          } receiveValue: { value in
            subscriber.receive(value)
          })
      }
    }
  }

  extension CoreEngineStreams.Publisher {
    /// This publisher as one of Combine.
    ///
    /// Each subscriber subscribes to this publisher. Values that come before the subscriber has asked
    /// for them wait, however many. It must ask in the isolation that this publisher belongs to; it
    /// may cancel on any thread.
    ///
    /// - Returns: A publisher that publishes what this one does.
    public func eraseToCombinePublisher() -> Combine.AnyPublisher<Output, Failure> {
      CombinePublisher(upstream: self).eraseToAnyPublisher()
    }
  }

  /// What ends a subscription to a publisher of Combine.
  private struct CombineToken: CoreEngineStreams.Cancellable, @unchecked Sendable {
    // Safe: nothing but `cancel()` is called, which Combine allows on any thread.
    let token: Combine.AnyCancellable

    func cancel() { token.cancel() }
  }

  private struct CombinePublisher<Upstream: CoreEngineStreams.Publisher>: Combine.Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func receive<Downstream: Combine.Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      let subscription = CombineSubscription(subscriber)
      subscriber.receive(subscription: subscription)
      subscription.subscribe(to: upstream)
    }
  }

  /// Hands a subscriber of Combine as many values as it has asked for.
  private final class CombineSubscription<Downstream: Combine.Subscriber>: Combine.Subscription {
    private let downstream: Downstream
    private let inputs = Inputs()
    private let connection = Connection()
    private var demand = Combine.Subscribers.Demand.none
    private var waiting = Ring<Downstream.Input>()
    private var completion: Combine.Subscribers.Completion<Downstream.Failure>?
    private var isDelivering = false

    init(_ downstream: Downstream) {
      self.downstream = downstream
    }

    func subscribe(
      to upstream: some CoreEngineStreams.Publisher<Downstream.Input, Downstream.Failure>
    ) {
      guard inputs.isOpen else { return }
      inputs.add(connection)
      upstream.receive(subscriber: Stage(owner: self))
    }

    func request(_ demand: Combine.Subscribers.Demand) {
      self.demand += demand
      deliver()
    }

    func cancel() { inputs.cancel() }

    private func deliver() {
      guard !isDelivering else { return }
      isDelivering = true
      while inputs.isOpen, demand > .none, let value = waiting.popFirst() {
        demand -= 1
        let more = downstream.receive(value)
        demand += more
      }
      isDelivering = false
      if let completion, waiting.isEmpty, inputs.finish() {
        downstream.receive(completion: completion)
      }
    }

    private struct Stage: CoreEngineStreams.Subscriber {
      let owner: CombineSubscription

      func receive(subscription: any CoreEngineStreams.Subscription) {
        owner.connection.connect(subscription)
      }

      func receive(_ input: Downstream.Input) -> Bool {
        guard owner.connection.isOpen, owner.inputs.isOpen else { return false }
        owner.waiting.append(input)
        owner.deliver()
        return owner.inputs.isOpen
      }

      func receive(completion: CoreEngineStreams.Subscribers.Completion<Downstream.Failure>) {
        guard owner.connection.finish() else { return }
        switch completion {
        case .finished: owner.completion = .finished
        case .failure(let error): owner.completion = .failure(error)
        }
        owner.deliver()
      }
    }
  }
#endif
