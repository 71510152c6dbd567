import TestSupport

@testable import CoreEngineAsync
@testable import CoreEngineSupport

extension Machines {
  /// What has become of a ticket.
  private enum Fate { case reserved, parked, cancelled, over }

  /// A ``ParkingLot`` against what has become of each ticket.
  static func checkParkingLot(_ chooser: some Chooser) throws(Fault) {
    var lot = ParkingLot<Int>()
    var tickets: [(ticket: ParkingLot<Int>.Ticket, fate: Fate)] = []
    for _ in 0..<200 {
      if chooser.isExhausted { break }
      let kind = chooser.choose(8)
      // An old one from time to time.
      let index = tickets.isEmpty ? 0 : tickets.count - 1 - chooser.choose(min(tickets.count, 8))
      switch kind {
      case 0...3: tickets.append((lot.reserve(), .reserved))
      case 4, 5:
        guard !tickets.isEmpty else { continue }
        let isParked = lot.park(index, tickets[index].ticket)
        try Fault.unless(isParked == (tickets[index].fate == .reserved), "parked: \(isParked)")
        if isParked {
          tickets[index].fate = .parked
        } else if tickets[index].fate == .cancelled {
          tickets[index].fate = .over
        }
      case 6:
        guard !tickets.isEmpty else { continue }
        let resumed = lot.cancel(tickets[index].ticket)
        let fate = tickets[index].fate
        try Fault.unless(
          resumed == (fate == .parked ? index : nil), "cancel resumes \(resumed ?? -1)")
        if fate == .reserved { tickets[index].fate = .cancelled }
        if fate == .parked { tickets[index].fate = .over }
      default:
        var resumed: Set<Int> = []
        lot.takeAll().forEach { resumed.insert($0) }
        let parked = tickets.indices.filter { tickets[$0].fate == .parked }
        try Fault.unless(resumed == Set(parked), "\(resumed) are called, not \(parked)")
        for index in tickets.indices { tickets[index].fate = .over }
      }
      let good = tickets.count { $0.fate == .reserved || $0.fate == .parked }
      try Fault.unless(lot.isEmpty == (good == 0), "empty: \(lot.isEmpty) with \(good)")
      try Fault.unless(
        lot.parkedCount == tickets.count { $0.fate == .parked }, "\(lot.parkedCount) are parked")
    }
  }

  /// A ``StateStorage`` and its cursors against an array of all states.
  static func checkStateStorage(_ chooser: some Chooser) throws(Fault) {
    let storage = StateStorage(0)
    var states = [0]
    var cursors: [(cursor: StateStorage<Int>.Cursor, next: Int)] = []
    var versions: [(version: UInt64, seen: Int)] = []
    var hasEnded = false
    for number in 1...300 {
      if chooser.isExhausted { break }
      let kind = chooser.choose(12)
      switch kind {
      case 0...4:
        // Many at once fill chunks.
        for state in 0..<(kind == 4 ? 40 : 1) where !hasEnded {
          let state = number * 100 + (chooser.oneIn(8) ? 0 : state)
          storage.store(state)
          if state != states[states.count - 1] { states.append(state) }
        }
      case 5:
        let (first, cursor) = storage.makeCursor()
        try Fault.unless(first == states.last, "a cursor begins with \(first)")
        cursors.append((cursor, states.count))
      case 6...8:
        guard !cursors.isEmpty else { continue }
        let index = chooser.choose(cursors.count)
        let expected = cursors[index].next < states.count ? states[cursors[index].next] : nil
        switch storage.next(&cursors[index].cursor) {
        case .state(let state):
          try Fault.unless(state == expected, "\(state), not \(expected ?? -1)")
          cursors[index].next += 1
        case .wait: try Fault.unless(expected == nil && !hasEnded, "waits for \(expected ?? -1)")
        case .end: try Fault.unless(expected == nil && hasEnded, "ends before \(expected ?? -1)")
        }
      case 9:
        guard !cursors.isEmpty else { continue }
        let index = chooser.choose(cursors.count)
        let available = storage.available(&cursors[index].cursor).states
        let expected = Array(states[cursors[index].next...])
        try Fault.unless(available == expected, "\(available) are there, not \(expected)")
        cursors[index].next = states.count
      case 10:
        if versions.isEmpty || chooser.oneIn(4) { versions.append((0, 0)) }
        let index = chooser.choose(versions.count)
        let isNew = versions[index].seen < states.count
        switch storage.next(after: &versions[index].version) {
        case .state(let state): try Fault.unless(isNew && state == states.last, "newest: \(state)")
        case .wait: try Fault.unless(!isNew && !hasEnded, "waits, and there is a newer one")
        case .end: try Fault.unless(!isNew && hasEnded, "ends, and there is a newer one")
        }
        versions[index].seen = states.count
      default:
        if chooser.oneIn(2), !cursors.isEmpty { cursors.remove(at: chooser.choose(cursors.count)) }
        if chooser.oneIn(8), !hasEnded {
          storage.end()
          hasEnded = true
        }
      }
      try Fault.unless(storage.state == states.last, "the state is \(storage.state)")
    }
  }

  /// A ``Ring`` against an array.
  static func checkRing(_ chooser: some Chooser) throws(Fault) {
    var ring = Ring<Int>()
    var array: [Int] = []
    for number in 1...300 {
      if chooser.isExhausted { break }
      let kind = chooser.choose(6)
      switch kind {
      case 0...2:
        ring.append(number)
        array.append(number)
      case 3:
        for number in 0..<9 {
          ring.append(number)
          array.append(number)
        }
      default:
        let popped = ring.popFirst()
        try Fault.unless(popped == array.first, "\(popped ?? -1) of \(array)")
        if !array.isEmpty { array.removeFirst() }
      }
      try Fault.unless(
        ring.elements == array && ring.count == array.count && ring.isEmpty == array.isEmpty
          && ring.first == array.first, "\(ring.elements), not \(array)")
    }
  }
}
