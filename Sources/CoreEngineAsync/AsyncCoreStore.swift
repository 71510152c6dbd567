public import CoreEngineKernel

/// The one stored property of an ``AsyncCore``: its state and its queue of actions.
///
/// It belongs to one core, lives as long as that core, and has nothing to be called by others: read
/// and send through the core.
///
/// ```swift
/// actor Counter: AsyncCore {
///   let store: AsyncCoreStore<Int>
///
///   init() { store = AsyncCoreStore(initialState: 0) }
///
///   func reduce(state: Int, action: Int) async throws -> Int { state + action }
/// }
/// ```
public final class AsyncCoreStore<State: CoreState>: Sendable {
  let storage: StateStorage<State>

  /// The core's mailbox, whose type only the core knows.
  private let mailbox = Locked<(any AnyObject & Sendable)?>(nil)

  /// Makes the store of a core.
  ///
  /// - Parameter initialState: The state before the first action.
  public init(initialState: State) {
    storage = StateStorage(initialState)
  }

  deinit { storage.end() }

  func mailbox<Target: AsyncCore>(of core: Target) -> Mailbox<Target> {
    let any = mailbox.withLock { mailbox in
      if mailbox == nil { mailbox = Mailbox(owner: core) }
      return mailbox!
    }
    return any as! Mailbox<Target>
  }
}
