@_exported public import CoreEngineKernel

@dynamicMemberLookup
@dynamicCallable
public protocol AsyncCore<State, Action>: Actor, AsyncReducer {
  /// The state and the queue of this core: `let store: AsyncCoreStore<State>`, set in `init`.
  nonisolated var store: AsyncCoreStore<State> { get }

  func handleError(error: any Error) async
}

extension AsyncCore {
  public func handleError(error: any Error) async {
    reportUnhandled(error, in: Self.self)
  }

  public nonisolated var currentState: State { store.storage.state }

  public nonisolated subscript<Value>(dynamicMember keyPath: KeyPath<State, Value>) -> Value {
    currentState[keyPath: keyPath]
  }

  public nonisolated func send(_ action: Action) {
    store.mailbox(of: self).send(action, to: self)
  }

  nonisolated(nonsending) public func action(_ action: Action) async {
    let mailbox = store.mailbox(of: self)
    if !mailbox.begin() {
      if mailbox.isInsideReduction() { return mailbox.send(action, to: self) }
      await mailbox.turn()
    }
    await reduceInTurn(action, mailbox)
  }

  nonisolated(nonsending) public func dynamicallyCall(withArguments actions: [Action]) async {
    for action in actions { await self.action(action) }
  }

  public nonisolated var states: AsyncCoreStates<State> { AsyncCoreStates(store.storage, .every) }

  public nonisolated func states(_ delivery: StateDelivery) -> AsyncCoreStates<State> {
    AsyncCoreStates(store.storage, delivery)
  }

  public nonisolated func select<Value: Equatable & Sendable>(
    _ delivery: StateDelivery = .every, _ transform: @escaping @Sendable (State) -> Value
  ) -> AsyncCoreSelection<State, Value> {
    AsyncCoreSelection(states: states(delivery), transform: transform)
  }

  func reduceInTurn(_ action: Action, _ mailbox: Mailbox<Self>) async {
    await reduceAndStore(action, mailbox.beginReduction(from: ReductionScope.current))
    mailbox.finish(self)
  }

  func drain(_ mailbox: Mailbox<Self>) async {
    var batch = Ring<Action>()
    while mailbox.nextBatch(&batch) {
      while let action = batch.popFirst() {
        await reduceAndStore(action, mailbox.beginReduction(from: nil))
      }
    }
  }

  private func reduceAndStore(_ action: Action, _ scope: ReductionScope) async {
    await ReductionScope.$current.withValue(scope) {
      let storage = store.storage
      let before = storage.state
      do {
        storage.store(try await reduce(state: before, action: action), after: before)
      } catch {
        if !Task.isCancelled { await handleError(error: error) }
      }
    }
  }
}
