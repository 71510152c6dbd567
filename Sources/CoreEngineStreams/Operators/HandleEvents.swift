extension Publisher {
  /// Calls closures with what passes, without changing it.
  ///
  ///     input   --1--2--|
  ///     handleEvents(receiveOutput: { print($0) })    prints 1 and 2
  ///     output  --1--2--|
  ///
  /// Each closure is called before what it is called with is passed on.
  ///
  /// - Parameters:
  ///   - receiveSubscription: Called once for each subscriber, with what it gets as subscription.
  ///   - receiveOutput: Called with each value.
  ///   - receiveCompletion: Called once at the end, unless cancelled before.
  ///   - receiveCancel: Called once if downstream cancels before the end, on the thread that
  ///     cancels.
  /// - Returns: A publisher of the same values, which ends as this one does.
  @inlinable
  public func handleEvents(
    receiveSubscription: ((any Subscription) -> Void)? = nil,
    receiveOutput: ((Output) -> Void)? = nil,
    receiveCompletion: ((Subscribers.Completion<Failure>) -> Void)? = nil,
    receiveCancel: (@Sendable () -> Void)? = nil
  ) -> Publishers.HandleEvents<Self> {
    Publishers.HandleEvents(
      upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
      receiveCompletion: receiveCompletion, receiveCancel: receiveCancel)
  }
}

extension Publishers {
  /// What `handleEvents` returns.
  @frozen
  public struct HandleEvents<Upstream: Publisher>: Publisher {
    public typealias Output = Upstream.Output
    public typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let receiveSubscription: ((any Subscription) -> Void)?
    @usableFromInline let receiveOutput: ((Output) -> Void)?
    @usableFromInline let receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Void)?
    @usableFromInline let receiveCancel: (@Sendable () -> Void)?

    @inlinable
    init(
      upstream: Upstream, receiveSubscription: ((any Subscription) -> Void)?,
      receiveOutput: ((Output) -> Void)?,
      receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Void)?,
      receiveCancel: (@Sendable () -> Void)?
    ) {
      self.upstream = upstream
      self.receiveSubscription = receiveSubscription
      self.receiveOutput = receiveOutput
      self.receiveCompletion = receiveCompletion
      self.receiveCancel = receiveCancel
    }

    /// Attaches a subscriber.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
      upstream.receive(
        subscriber: Stage(
          downstream: subscriber, receiveSubscription: receiveSubscription,
          receiveOutput: receiveOutput, receiveCompletion: receiveCompletion,
          receiveCancel: receiveCancel))
    }

    @frozen
    @usableFromInline
    struct Stage<Downstream: Subscriber<Upstream.Output, Upstream.Failure>>: Subscriber {
      @usableFromInline let valve: Valve<Downstream>
      @usableFromInline let receiveSubscription: ((any Subscription) -> Void)?
      @usableFromInline let receiveOutput: ((Upstream.Output) -> Void)?
      @usableFromInline let receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Void)?
      @usableFromInline let receiveCancel: (@Sendable () -> Void)?

      @inlinable
      init(
        downstream: Downstream, receiveSubscription: ((any Subscription) -> Void)?,
        receiveOutput: ((Upstream.Output) -> Void)?,
        receiveCompletion: ((Subscribers.Completion<Upstream.Failure>) -> Void)?,
        receiveCancel: (@Sendable () -> Void)?
      ) {
        valve = Valve(downstream)
        self.receiveSubscription = receiveSubscription
        self.receiveOutput = receiveOutput
        self.receiveCompletion = receiveCompletion
        self.receiveCancel = receiveCancel
      }

      @inlinable
      func receive(subscription: any Subscription) {
        // Only the subscription that is taken counts; a second one is cancelled unheard.
        guard valve.isUnconnected else { return subscription.cancel() }
        valve.connection.connect(HandledSubscription(upstream: subscription, body: receiveCancel))
        receiveSubscription?(valve.connection)
        valve.downstream.receive(subscription: valve.connection)
      }

      @inlinable
      func receive(_ input: Upstream.Output) -> Bool {
        guard valve.isOpen else { return false }
        receiveOutput?(input)
        if valve.receive(input) { return true }
        // Whether downstream has cancelled or just wants no more: it is the one that ends this.
        valve.connection.cancel()
        return false
      }

      @inlinable
      func receive(completion: Subscribers.Completion<Upstream.Failure>) {
        guard valve.close() else { return }
        receiveCompletion?(completion)
        valve.finish(completion)
      }
    }
  }

  @usableFromInline
  final class HandledSubscription: Subscription {
    private let upstream: any Subscription
    private let body: (@Sendable () -> Void)?

    @usableFromInline
    init(upstream: any Subscription, body: (@Sendable () -> Void)?) {
      self.upstream = upstream
      self.body = body
    }

    @usableFromInline
    func cancel() {
      body?()
      upstream.cancel()
    }
  }
}
