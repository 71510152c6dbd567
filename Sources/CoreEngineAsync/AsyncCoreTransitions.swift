/// All reductions of a core from now on, as an asynchronous sequence: `core.transitions`.
///
/// - Every iteration is independent. It gets each reduction that begins after its iterator was
///   made, once, in order, also one that threw or left the state as it was.
/// - What a slow consumer has not seen yet is kept for it, without a limit.
/// - An iteration ends when its task is cancelled, at once, or when the core is gone: after what it
///   has not delivered yet.
/// - Neither the sequence nor an iteration keeps the core alive. While nobody iterates, it costs
///   nothing.
///
/// ```swift
/// for await transition in core.transitions {
///   print(transition.cause, transition.action, transition.duration)
/// }
/// ```
public struct AsyncCoreTransitions<State: CoreState, Action: Sendable>: AsyncSequence, Sendable {
  /// A reduction, and what came of it.
  public typealias Element = Transition<State, Action>

  /// It does not fail: what a reducer throws is told by the element.
  public typealias Failure = Never

  private let hub: TransitionHub<State, Action>

  init(_ hub: TransitionHub<State, Action>) {
    self.hub = hub
  }

  /// Begins an iteration.
  ///
  /// - Returns: An iteration of its own.
  public func makeAsyncIterator() -> Iterator { Iterator(hub.listen().makeAsyncIterator()) }

  /// Has a closure called with each of them, in the task that reduces, and with `nil` when the core is
  /// gone.
  ///
  /// - Returns: What ends that.
  package func listen(_ receive: @escaping @Sendable (Element?) -> Void) -> @Sendable () -> Void {
    let number = hub.listen(receive)
    return { [hub] in hub.forget(number) }
  }

  /// One iteration over the reductions of a core, for one task.
  public struct Iterator: AsyncIteratorProtocol {
    /// `nil` once it has ended, which drops what it has not delivered.
    private var stream: AsyncStream<Element>.Iterator?

    fileprivate init(_ stream: AsyncStream<Element>.Iterator) {
      self.stream = stream
    }

    /// The next reduction, once there is one.
    ///
    /// - Returns: `nil` when the task is cancelled, or the core is gone and all has been delivered.
    public mutating func next() async -> Element? {
      wanted(Task.isCancelled ? nil : await stream?.next())
    }

    /// The next reduction, once there is one, without leaving the caller's isolation.
    ///
    /// - Parameter actor: The caller's isolation.
    /// - Returns: `nil` when the task is cancelled, or the core is gone and all has been delivered.
    @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      wanted(Task.isCancelled ? nil : await stream?.next(isolation: actor))
    }

    /// What came, unless the task was cancelled between its coming and its taking.
    private mutating func wanted(_ next: Element?) -> Element? {
      if next != nil, !Task.isCancelled { return next }
      stream = nil
      return nil
    }
  }
}
