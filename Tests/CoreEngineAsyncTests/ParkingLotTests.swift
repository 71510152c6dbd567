import Testing

@testable import CoreEngineAsync

@Suite struct ParkingLotTests {
  private typealias Lot = ParkingLot<String>

  /// What can happen to a place before the ticket for it is used.
  enum Before: CaseIterable {
    case reserved, cancelled, parked, left, called, calledWhileParked, calledAndReserved, reused
  }

  /// Prepares a lot.
  ///
  /// - Returns: The ticket to be used.
  private func prepare(_ lot: inout Lot, _ before: Before) -> Lot.Ticket {
    let ticket = lot.reserve()
    switch before {
    case .reserved: break
    case .cancelled: _ = lot.cancel(ticket)
    case .parked: _ = lot.park("first", ticket)
    case .left:
      _ = lot.park("first", ticket)
      _ = lot.cancel(ticket)
    case .called: _ = lot.takeAll()
    case .calledWhileParked:
      _ = lot.park("first", ticket)
      _ = lot.takeAll()
    case .calledAndReserved:
      _ = lot.takeAll()
      _ = lot.reserve()
    case .reused:
      _ = lot.park("first", ticket)
      _ = lot.cancel(ticket)
      let next = lot.reserve()
      _ = lot.park("next", next)
    }
    return ticket
  }

  private func callAll(_ lot: inout Lot) -> [String] {
    var all: [String] = []
    lot.takeAll().forEach { all.append($0) }
    return all
  }

  @Test(
    arguments: zip(Before.allCases, [["late"], [], ["first"], [], [], [], [], ["next"]]))
  func `Parking is refused unless the ticket is good`(before: Before, parked: [String]) {
    var lot = Lot()
    let ticket = prepare(&lot, before)
    let isParked = lot.park("late", ticket)
    #expect(isParked == (before == .reserved))
    #expect(lot.parkedCount == parked.count)
    let called = callAll(&lot)
    #expect(called == parked)
    #expect(lot.isEmpty)
  }

  @Test(arguments: zip(Before.allCases, [[], [], [], [], [], [], [], ["next"]]))
  func `Cancelling resumes who is parked, once`(before: Before, parked: [String]) {
    var lot = Lot()
    let ticket = prepare(&lot, before)
    let cancelled = [lot.cancel(ticket), lot.cancel(ticket)]
    #expect(cancelled == [before == .parked ? "first" : nil, nil])
    let isParked = lot.park("late", ticket)
    #expect(!isParked)
    let called = callAll(&lot)
    #expect(called == parked)
  }

  @Test(arguments: zip(Before.allCases, [[], [], ["first"], [], [], [], [], ["next"]]))
  func `Everybody who is parked is called, once`(before: Before, parked: [String]) {
    var lot = Lot()
    let ticket = prepare(&lot, before)
    let called = [callAll(&lot), callAll(&lot)]
    #expect(called == [parked, []])
    let isParked = lot.park("late", ticket)
    #expect(!isParked)
    let cancelled = lot.cancel(ticket)
    #expect(cancelled == nil)
  }

  @Test func `Places that were left are used again`() {
    var lot = Lot()
    let tickets = (0..<100).map { _ in lot.reserve() }
    let refused = tickets.filter { !lot.park("old", $0) }
    let left = tickets.filter { $0.place < 66 && lot.cancel($0) != nil }
    #expect(refused.isEmpty)
    #expect(left.count == 66)
    #expect(lot.parkedCount == 34)
    for _ in 0..<66 { _ = lot.park("new", lot.reserve()) }
    #expect(lot.places.count == 100)
    let called = callAll(&lot)
    #expect(called.count { $0 == "new" } == 66)
    #expect(lot.places.isEmpty)
  }

  @Test(arguments: zip(Before.allCases, [1, 0, 1, 0, 0, 0, 1, 1]))
  func `It is empty while nobody holds a ticket that is good`(before: Before, tickets: Int) {
    var lot = Lot()
    let ticket = prepare(&lot, before)
    #expect(lot.isEmpty == (tickets == 0))
    #expect(lot.tickets == tickets)
    _ = lot.cancel(ticket)
    _ = lot.cancel(ticket)
    let isOwn = [.reserved, .cancelled, .parked, .left].contains(before)
    #expect(lot.tickets == (isOwn ? 0 : tickets))
    // Whoever had not come yet finds that it is over.
    let isParked = lot.park("late", ticket)
    #expect(!isParked)
    #expect(lot.tickets == (isOwn ? 0 : tickets))
  }
}
