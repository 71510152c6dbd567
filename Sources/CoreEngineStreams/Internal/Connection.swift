public import CoreEngineSupport

/// What lies between a subscriber at the end of a pipeline and the token that its user holds. Also
/// the subscription of a publisher that delivers at once, and has nothing to stop but itself.
///
/// The word says where the connection stands; whoever moves it on from `connected` owns `upstream`
/// from then on. Nothing is called while anything is locked, for there is no lock.
///
///     waiting --connect--> connected
///        |                     |
///        +--- shut/close ------+--> ending    (by a stage that still has something to deliver)
///        |                     |       |
///        +--- finish/cancel ---+-------+--> ended
@usableFromInline
final class Connection: @unchecked Sendable, Subscription {
  @usableFromInline static let waiting: UInt = 0
  @usableFromInline static let connected: UInt = 1
  @usableFromInline static let ending: UInt = 2
  @usableFromInline static let ended: UInt = 3

  @usableFromInline let word: AtomicWord

  // Safe: written once, before the word says `connected`; then touched only by the one call that
  // found `connected` and replaced it.
  @exclusivity(unchecked)
  private var upstream: (any Subscription)?

  @usableFromInline
  init() { word = AtomicWord(Self.waiting) }

  /// Whether values are still wanted.
  @inlinable
  var isOpen: Bool { word.load() < Self.ending }

  /// Takes the subscription that a publisher hands out, or cancels it if there is no use for it:
  /// the connection has ended, or has one already.
  ///
  /// - Returns: Whether it was taken.
  @usableFromInline
  @discardableResult
  func connect(_ subscription: consuming any Subscription) -> Bool {
    guard word.load() == Self.waiting else {
      subscription.cancel()
      return false
    }
    upstream = consume subscription
    if word.replace(Self.waiting, by: Self.connected) { return true }
    // Cancelled meanwhile, by a thread that found no subscription to cancel.
    upstream.take()?.cancel()
    return false
  }

  /// Ends upstream. The caller still has something to deliver, and then calls `finish`.
  ///
  /// - Returns: Whether it was open.
  @usableFromInline
  func shut() -> Bool {
    guard word.replace(Self.connected, by: Self.ending) else {
      return word.replace(Self.waiting, by: Self.ending)
    }
    upstream.take()?.cancel()
    return true
  }

  /// Notes that upstream has ended. The caller still has something to deliver, and then calls
  /// `finish`.
  ///
  /// - Returns: Whether it was open.
  @usableFromInline
  func close() -> Bool {
    guard word.replace(Self.connected, by: Self.ending) else {
      return word.replace(Self.waiting, by: Self.ending)
    }
    upstream = nil
    return true
  }

  /// Notes that nothing more will be delivered.
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
    // Looked at first, since most are cancelled again when their token is released.
    guard word.load() != Self.ended, word.exchange(Self.ended) == Self.connected else { return }
    upstream.take()?.cancel()
  }
}

extension Subscription {
  /// Whether it is that of a publisher that delivers at once, which need not be kept to be cancelled
  /// later: such publishers are many, and go by quickly.
  @inlinable
  var hasNothingToStop: Bool {
    (self as? Connection)?.word.load() == Connection.waiting
  }
}
