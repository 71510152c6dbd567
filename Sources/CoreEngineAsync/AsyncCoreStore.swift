public import CoreEngineKernel
public import CoreEngineSupport

/// The one stored property of an ``AsyncCore``: its state and its queue of actions.
///
/// It belongs to one core, lives as long as that core, and has nothing to be called by others: read
/// and send through the core.
///
/// ```swift
/// actor Counter: AsyncCore {
///   let store = AsyncCoreStore(initialState: 0)
///
///   func reduce(state: Int, action: Int) async throws -> Int { state + action }
/// }
/// ```
public final class AsyncCoreStore<State: CoreState>: Sendable {
  @usableFromInline let storage: StateStorage<State>

  /// The address of the core's mailbox, retained; 0 until the first action.
  @usableFromInline let mailbox = AtomicWord(0)

  /// Makes the store of a core.
  ///
  /// - Parameter initialState: The state before the first action.
  public init(initialState: State) {
    storage = StateStorage(initialState)
  }

  deinit {
    storage.end()
    if let mailbox = UnsafeRawPointer(bitPattern: mailbox.load()) {
      let mailbox = Unmanaged<AnyMailbox>.fromOpaque(mailbox).takeRetainedValue()
      mailbox.close()
    }
  }

  /// The mailbox of the core that this store belongs to. It lives as long as the store.
  ///
  /// - Precondition: A store belongs to one core.
  @inlinable
  func mailbox<Target: AsyncCore>(of core: Target) -> Unmanaged<Mailbox<Target>> {
    let address = mailbox.load()
    guard let pointer = UnsafeRawPointer(bitPattern: address) else {
      return makeMailbox(for: core)
    }
    let isOwn = Unmanaged<AnyMailbox>.fromOpaque(pointer)._withUnsafeGuaranteedRef {
      // Both: another core may have the address of one that is gone.
      $0.owner == ObjectIdentifier(core) && type(of: $0) == Mailbox<Target>.self
    }
    if !isOwn { failForSharedStore(Target.self) }
    return .fromOpaque(pointer)
  }

  @usableFromInline
  func makeMailbox<Target: AsyncCore>(for core: Target) -> Unmanaged<Mailbox<Target>> {
    let made = Unmanaged.passRetained(Mailbox(owner: core))
    if !mailbox.replace(0, by: UInt(bitPattern: made.toOpaque())) {
      // Another thread was faster.
      made.release()
    }
    return mailbox(of: core)
  }
}
