internal import CoreEngineSupport

/// What few cores have, made when it is first needed: effects, listeners, and who waits for the core to
/// settle.
// Safe: the board and the hub have locks of their own; the rest is guarded, as said.
@usableFromInline
final class Annex: @unchecked Sendable {
  typealias Settlers = ParkingLot<UnsafeContinuation<Void, Never>>

  let board = EffectBoard()

  /// Who listens to the core's reductions.
  let hub = Lazily<AnyTransitionHub>()

  /// Who waits for the core to settle. Guarded by the lock of the core's queue.
  @exclusivity(unchecked)
  var settlers = Settlers()
}
