/// Who waits for a core to settle.
// Safe: guarded by the lock of the core's queue.
final class Settlers: @unchecked Sendable {
  typealias Lot = ParkingLot<UnsafeContinuation<Void, Never>>

  @exclusivity(unchecked)
  var lot = Lot()
}
