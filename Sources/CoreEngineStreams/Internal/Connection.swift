public import CoreEngineKernel

/// What lies between a subscriber at the end of a pipeline and the token that its user holds. Also the
/// subscription of a publisher that delivers at once, and has nothing to stop but itself.
///
/// The word says where the connection stands; whoever moves it to `ended` owns `upstream` from then
/// on. Nothing is called while anything is locked, for there is no lock.
///
///     waiting --connect--> connected
///        |                     |
///        +--- finish/cancel ---+--> ended
@usableFromInline
final class Connection: @unchecked Sendable, Subscription {
  @usableFromInline static let waiting: UInt = 0
  @usableFromInline static let connected: UInt = 1
  @usableFromInline static let ended: UInt = 2

  @usableFromInline let word: AtomicWord

  // Safe: written once, before the word says `connected`; then touched only by the one call whose
  // exchange found `connected`.
  @exclusivity(unchecked)
  private var upstream: (any Cancellable & Sendable)?

  @usableFromInline
  init() { word = AtomicWord(Self.waiting) }

  /// Whether values are still wanted.
  @inlinable
  var isOpen: Bool { word.load() != Self.ended }

  /// Takes the subscription that a publisher hands out, or cancels it if there is no use for it:
  /// the connection has ended, or has one already.
  @usableFromInline
  func connect(_ subscription: any Cancellable & Sendable) {
    guard word.load() == Self.waiting else { return subscription.cancel() }
    upstream = subscription
    guard !word.replace(Self.waiting, by: Self.connected) else { return }
    // Cancelled meanwhile, by a thread that found no subscription to cancel.
    upstream = nil
    subscription.cancel()
  }

  /// Notes that the publisher has ended.
  ///
  /// - Returns: Whether this was the end; `false` if it had ended before.
  @usableFromInline
  func finish() -> Bool {
    let before = word.exchange(Self.ended)
    if before == Self.connected { upstream = nil }
    return before != Self.ended
  }

  @usableFromInline
  func cancel() {
    guard word.exchange(Self.ended) == Self.connected else { return }
    upstream.take()?.cancel()
  }
}
