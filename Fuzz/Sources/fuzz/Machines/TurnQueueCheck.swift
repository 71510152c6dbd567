import TestSupport

@testable import CoreEngineAsync
@testable import CoreEngineSupport

/// A ``TurnQueue`` and a drain task, against a list of who came, the first first.
struct TurnQueueCheck {
  private enum Entrant: Equatable { case sent(Int), waiter(Int) }
  private enum Holder: Equatable { case caller, drain }
  private enum Drain: Equatable { case none, starting, lingering, working }

  private var queue = TurnQueue<Int, Int>()
  private var batch = Ring<Int>()
  private var list: [Entrant] = []
  private var holder: Holder?
  private var drain = Drain.none

  func run(_ chooser: some Chooser) throws(Fault) {
    var check = self
    for number in 1...200 {
      if chooser.isExhausted { break }
      let kind = chooser.choose(10)
      try check.perform(kind, number)
      // Only when it is wanted: a mirror is slow.
      func text() -> String { "\(check.queue) with \(check.list), \(check.drain)" }
      try Fault.unless(check.holder != nil || check.list.isEmpty, "nobody has the turn: \(text())")
      try Fault.unless(check.queue.isQuiet == (check.holder == nil), "not quiet: \(text())")
      try Fault.unless(
        check.queue.waitingCount + check.batch.count == check.list.count, "a wrong count: \(text())"
      )
    }
  }

  private mutating func perform(_ kind: Int, _ number: Int) throws(Fault) {
    switch kind {
    case 0...3:
      list.append(.sent(number))
      try perform(queue.send(number))
    case 4, 5:
      let wasFree = holder == nil
      let hasTurn = queue.join(number)
      try Fault.unless(hasTurn == wasFree, "joined: \(hasTurn)")
      if hasTurn { holder = .caller } else { list.append(.waiter(number)) }
    case 6:
      let wasFree = holder == nil
      let hasTurn = queue.begin()
      try Fault.unless(hasTurn == wasFree, "began: \(hasTurn)")
      if hasTurn { holder = .caller }
    case 7:
      guard holder == .caller else { return }
      holder = nil
      try perform(queue.finish())
    default: try stepDrain()
    }
  }

  private mutating func stepDrain() throws(Fault) {
    switch drain {
    case .none: break
    case .starting, .lingering:
      let hasTurn = queue.resumeDraining()
      try Fault.unless(hasTurn == (holder == .drain), "resumed: \(hasTurn)")
      drain = hasTurn ? .working : .none
    case .working:
      if let next = batch.popFirst() {
        try Fault.unless(list.first == .sent(next), "\(next) before \(list)")
        list.removeFirst()
      } else if let handover = queue.nextBatch(&batch) {
        drain = .lingering
        holder = nil
        try perform(handover)
      } else {
        try Fault.unless(!batch.isEmpty, "an empty batch")
      }
    }
  }

  private mutating func perform(_ handover: TurnQueue<Int, Int>.Handover) throws(Fault) {
    switch handover {
    case .none: break
    case .resume(let waiter):
      try Fault.unless(holder == nil && list.first == .waiter(waiter), "\(waiter) before \(list)")
      list.removeFirst()
      holder = .caller
    case .drain(let startingTask):
      try Fault.unless(holder == nil, "two have the turn")
      try Fault.unless(
        drain == (startingTask ? .none : .lingering), "starts a task: \(startingTask), \(drain)")
      if case .waiter = list.first { throw Fault(text: "drains before \(list)") }
      holder = .drain
      if startingTask { drain = .starting }
    }
  }
}
