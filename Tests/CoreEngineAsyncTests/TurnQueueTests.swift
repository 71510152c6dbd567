import Testing

@testable import CoreEngineAsync
@testable import CoreEngineSupport

@Suite struct TurnQueueTests {
  private typealias Queue = TurnQueue<Int, String>

  /// A queue in some phase, where `a…` are waiters and numbers are actions that wait.
  private static func queue(_ phase: Queue.Phase, _ waiting: String = "") -> Queue {
    var queue = Queue()
    queue.phase = .draining
    for item in waiting.split(separator: " ") {
      if let action = Int(item) {
        _ = queue.send(action)
      } else {
        _ = queue.join(String(item))
      }
    }
    queue.phase = phase
    return queue
  }

  /// What waits, in order.
  private static func waiting(in queue: Queue) -> String {
    var queue = queue
    var waiting: [String] = []
    while let entry = queue.entries.popFirst() {
      switch entry {
      case .batch(let batch): waiting += items(of: batch)
      case .waiter(let waiter): waiting.append(waiter)
      }
    }
    return (waiting + items(of: queue.sent)).joined(separator: " ")
  }

  private static func items(of ring: Ring<Int>) -> [String] {
    var ring = ring
    var items: [String] = []
    while let action = ring.popFirst() { items.append("\(action)") }
    return items
  }

  private enum Event: CaseIterable { case begin, join, send, finish, resumeDraining, nextBatch }

  /// Lets an event happen.
  ///
  /// - Returns: What it returned.
  private static func happen(_ event: Event, to queue: inout Queue) -> String {
    func describe(_ handover: Queue.Handover) -> String {
      switch handover {
      case .none: "none"
      case .resume(let waiter): "resume \(waiter)"
      case .drain(let startingTask): startingTask ? "start" : "go on"
      }
    }
    switch event {
    case .begin: return "\(queue.begin())"
    case .join: return "\(queue.join("new"))"
    case .send: return describe(queue.send(0))
    case .finish: return describe(queue.finish())
    case .resumeDraining: return "\(queue.resumeDraining())"
    case .nextBatch:
      var batch = Ring<Int>()
      let handover = queue.nextBatch(&batch)
      return handover.map(describe) ?? items(of: batch).joined(separator: " ")
    }
  }

  private struct Row: Sendable, CustomTestStringConvertible {
    var before: Queue.Phase
    var waiting: String
    var event: Event
    var result: String
    var after: Queue.Phase
    var left: String

    init(
      _ before: Queue.Phase, _ waiting: String, _ event: Event, _ result: String,
      _ after: Queue.Phase, _ left: String = ""
    ) {
      self.before = before
      self.waiting = waiting
      self.event = event
      self.result = result
      self.after = after
      self.left = left
    }

    var testDescription: String { "\(before) [\(waiting)] \(event)" }
  }

  private static let alone = Queue.Phase.reducing(lingering: false)
  private static let beside = Queue.Phase.reducing(lingering: true)

  private static let rows: [Row] = [
    Row(.idle, "", .begin, "true", alone),
    Row(.idle, "", .join, "true", alone),
    Row(.idle, "", .send, "start", .reserved, "0"),

    Row(alone, "", .begin, "false", alone),
    Row(alone, "", .join, "false", alone, "new"),
    Row(alone, "1 a 2", .join, "false", alone, "1 a 2 new"),
    Row(alone, "", .send, "none", alone, "0"),
    Row(alone, "1 a", .send, "none", alone, "1 a 0"),
    Row(alone, "", .finish, "none", .idle),
    Row(alone, "1 2 a", .finish, "start", .reserved, "1 2 a"),
    Row(alone, "1 2", .finish, "start", .reserved, "1 2"),
    Row(alone, "a b 1", .finish, "resume a", alone, "b 1"),

    Row(beside, "", .begin, "false", beside),
    Row(beside, "", .join, "false", beside, "new"),
    Row(beside, "", .send, "none", beside, "0"),
    Row(beside, "", .finish, "none", .lingering),
    Row(beside, "1 a", .finish, "go on", .reserved, "1 a"),
    Row(beside, "a 1", .finish, "resume a", beside, "1"),
    Row(beside, "1", .resumeDraining, "false", alone, "1"),

    Row(.reserved, "1", .begin, "false", .reserved, "1"),
    Row(.reserved, "1", .join, "false", .reserved, "1 new"),
    Row(.reserved, "1", .send, "none", .reserved, "1 0"),
    Row(.reserved, "1", .resumeDraining, "true", .draining, "1"),

    Row(.draining, "", .begin, "false", .draining),
    Row(.draining, "", .join, "false", .draining, "new"),
    Row(.draining, "", .send, "none", .draining, "0"),
    Row(.draining, "", .nextBatch, "none", .lingering),
    Row(.draining, "1 2", .nextBatch, "1 2", .draining),
    Row(.draining, "1 2 a 3", .nextBatch, "1 2", .draining, "a 3"),
    Row(.draining, "a 1", .nextBatch, "resume a", beside, "1"),

    Row(.lingering, "", .begin, "true", beside),
    Row(.lingering, "", .join, "true", beside),
    Row(.lingering, "", .send, "go on", .reserved, "0"),
    Row(.lingering, "", .resumeDraining, "false", .idle),
  ]

  @Test(arguments: rows)
  private func `Each event in each phase`(row: Row) {
    var queue = Self.queue(row.before, row.waiting)
    let result = Self.happen(row.event, to: &queue)
    #expect(result == row.result)
    #expect(queue.phase == row.after)
    #expect(Self.waiting(in: queue) == row.left)
    #expect(queue.isIdle == (row.after == .idle))
  }

  @Test func `A caller may have taken the turn unseen`() {
    var queue = Queue()
    queue.adoptTurn()
    #expect(queue.phase == Self.alone)
  }

  @Test func `Giving away a turn that nobody has stops the program`() async {
    await #expect(processExitsWith: .failure) {
      var queue = TurnQueue<Int, String>()
      _ = queue.finish()
    }
  }

  @Test func `A drain task that nobody started stops the program`() async {
    await #expect(processExitsWith: .failure) {
      var queue = TurnQueue<Int, String>()
      _ = queue.resumeDraining()
    }
  }

  @Test(
    arguments: [
      (.idle, true), (alone, false), (beside, false), (.reserved, false), (.draining, false),
      (.lingering, true),
    ] as [(Queue.Phase, Bool)])
  private func `It is quiet while nobody has the turn`(phase: Queue.Phase, isQuiet: Bool) {
    #expect(Self.queue(phase).isQuiet == isQuiet)
  }

  @Test(arguments: zip(["", "1", "a", "1 2 a 3", "a b", "1 a 2 3 b 4 5"], [0, 1, 1, 4, 2, 7]))
  func `All that waits is counted`(waiting: String, count: Int) {
    var queue = Self.queue(.draining, waiting)
    #expect(queue.waitingCount == count)
    var batch = Ring<Int>()
    _ = queue.nextBatch(&batch)
    let left = Self.waiting(in: queue).split(separator: " ").count
    #expect(queue.waitingCount == left)
  }
}
