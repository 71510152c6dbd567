/// Where consumers wait for the next state.
///
/// A consumer takes a ticket first and leaves its continuation with it then; in between it may be
/// cancelled, or everybody may be called. A ticket is good until one of these has happened.
///
/// It is a value without a lock: whoever owns one guards it, and resumes what it hands out after
/// the lock is dropped.
@usableFromInline
struct ParkingLot<Continuation> {
  @frozen
  @usableFromInline
  struct Ticket: Equatable {
    @usableFromInline let place: Int
    @usableFromInline let epoch: UInt64

    @inlinable
    init(place: Int, epoch: UInt64) {
      self.place = place
      self.epoch = epoch
    }
  }

  @usableFromInline
  enum Place {
    case free(next: Int32)
    case reserved(epoch: UInt64)
    case cancelled(epoch: UInt64)
    case parked(epoch: UInt64, Continuation)
  }

  @usableFromInline var places: ContiguousArray<Place> = []

  /// Grows with each ticket, which tells apart those of one place, and of one call.
  @usableFromInline var epoch: UInt64 = 0

  /// The first place of the free list, or -1.
  @usableFromInline var firstFree: Int32 = -1

  /// How many hold a ticket that is good.
  @usableFromInline var tickets: Int32 = 0

  /// Whether nobody holds a ticket.
  @inlinable var isEmpty: Bool { tickets == 0 }

  /// How many have left a continuation.
  var parkedCount: Int {
    places.count {
      if case .parked = $0 { true } else { false }
    }
  }

  /// Takes a ticket.
  @inlinable
  mutating func reserve() -> Ticket {
    tickets += 1
    epoch += 1
    let place = Int(firstFree)
    guard places.indices.contains(place) else {
      places.append(.reserved(epoch: epoch))
      return Ticket(place: places.count - 1, epoch: epoch)
    }
    guard case .free(let next) = places[place] else { fatalError("a taken place on the free list") }
    firstFree = next
    places[place] = .reserved(epoch: epoch)
    return Ticket(place: place, epoch: epoch)
  }

  /// Leaves a continuation.
  ///
  /// - Returns: `false` if it was not taken, since there is no need to wait: resume it.
  @inlinable
  mutating func park(_ continuation: Continuation, _ ticket: Ticket) -> Bool {
    guard places.indices.contains(ticket.place) else { return false }
    switch places[ticket.place] {
    case .reserved(ticket.epoch):
      places[ticket.place] = .parked(epoch: ticket.epoch, continuation)
      return true
    case .cancelled(ticket.epoch):
      free(ticket.place)
      return false
    default:
      return false
    }
  }

  /// Cancels the wait of whoever holds the ticket.
  ///
  /// - Returns: What has to be resumed.
  @inlinable
  mutating func cancel(_ ticket: Ticket) -> Continuation? {
    guard places.indices.contains(ticket.place) else { return nil }
    switch places[ticket.place] {
    case .reserved(ticket.epoch):
      places[ticket.place] = .cancelled(epoch: ticket.epoch)
      tickets -= 1
      return nil
    case .parked(ticket.epoch, let continuation):
      free(ticket.place)
      tickets -= 1
      return continuation
    default:
      return nil
    }
  }

  /// Calls everybody, and begins anew.
  ///
  /// - Returns: What has to be resumed. Reading it out is O(n), so that the lock need not be held
  ///   for it.
  @inlinable
  mutating func takeAll() -> Parked {
    defer {
      firstFree = -1
      tickets = 0
    }
    // Most often there is one: it need not take the memory with it.
    if places.count == 1 { return Parked(first: places.removeLast(), others: []) }
    let all = places
    places = []
    return Parked(first: nil, others: all)
  }

  @inlinable
  mutating func free(_ place: Int) {
    places[place] = .free(next: firstFree)
    firstFree = Int32(place)
  }

  /// Those who were called.
  @frozen
  @usableFromInline
  struct Parked {
    @usableFromInline let first: Place?
    @usableFromInline let others: ContiguousArray<Place>

    @inlinable
    init(first: Place?, others: ContiguousArray<Place>) {
      self.first = first
      self.others = others
    }

    /// No fewer than have to be resumed.
    @inlinable
    var count: Int { others.count + 1 }

    @inlinable
    func forEach(_ body: (Continuation) -> Void) {
      if case .parked(_, let continuation) = first { body(continuation) }
      for case .parked(_, let continuation) in others { body(continuation) }
    }
  }
}

extension ParkingLot<UnsafeContinuation<Void, Never>> {
  /// Waits until everybody is called, or the task is cancelled.
  ///
  /// - Parameters:
  ///   - park: Leaves the continuation with the ticket, under the owner's lock; what `park` returns.
  ///   - cancel: Cancels the wait of the ticket, under the owner's lock; what `cancel` returns.
  ///   - isolation: The caller's isolation.
  @inlinable
  static func wait(
    park: (Continuation) -> Bool, cancel: @Sendable () -> Continuation?,
    isolation: isolated (any Actor)?
  ) async {
    await withTaskCancellationHandler(
      operation: {
        await withUnsafeContinuation(isolation: isolation) { continuation in
          if !park(continuation) { continuation.resume() }
        }
      }, onCancel: { cancel()?.resume() }, isolation: isolation)
  }
}

extension ParkingLot.Parked: Sendable where Continuation: Sendable {}
extension ParkingLot.Place: Sendable where Continuation: Sendable {}
extension ParkingLot.Ticket: Sendable {}
extension ParkingLot: Sendable where Continuation: Sendable {}
