import Testing

@testable import CoreEngineAsync

@Suite struct EffectTableTests {
  private struct Row: Sendable, CustomTestStringConvertible {
    let before: String
    let input: String
    let result: String
    let after: String

    init(_ before: String, _ input: String, _ result: String, _ after: String) {
      self.before = before
      self.input = input
      self.result = result
      self.after = after
    }

    var testDescription: String { "[\(before)] \(input)" }
  }

  // MARK: Adding

  private static let policies: [String: AsyncEffectPolicy] = [
    "concurrent": .concurrent, "cancelPrevious": .cancelPrevious,
    "ignoreIfRunning": .ignoreIfRunning, "queue": .queue, "debounce": .debounce(.seconds(1)),
  ]

  private static let cancelling = ["cancelPrevious", "debounce"].flatMap { policy in
    [
      Row("", policy, "start", "n"),
      Row("a", policy, "start, stops a", "a! n"),
      Row("a!", policy, "start", "a! n"),
      Row("a (b)", policy, "start, stops a, drops b", "a! n"),
      Row("a! (b)", policy, "start, drops b", "a! n"),
      Row("a b! (c)", policy, "start, stops a, drops c", "a! b! n"),
      Row("a! b!", policy, "start", "a! b! n"),
      Row("a! b (c) (d) e", policy, "start, stops b e, drops c d", "a! b! e! n"),
    ]
  }

  private static let situations = [
    "", "a", "a!", "a (b)", "a! (b)", "a b! (c)", "a! b!", "a! b (c) (d) e",
  ]

  private static let others =
    situations.map { Row($0, "concurrent", "start", $0.isEmpty ? "n" : "\($0) n") }
    + situations.map {
      $0.isEmpty ? Row($0, "queue", "start", "n") : Row($0, "queue", "wait", "\($0) (n)")
    }
    + [
      Row("", "ignoreIfRunning", "start", "n"),
      Row("a", "ignoreIfRunning", "refuse", "a"),
      Row("a!", "ignoreIfRunning", "start", "a! n"),
      Row("a (b)", "ignoreIfRunning", "refuse", "a (b)"),
      Row("a! (b)", "ignoreIfRunning", "refuse", "a! (b)"),
      Row("a b! (c)", "ignoreIfRunning", "refuse", "a b! (c)"),
      Row("a! b!", "ignoreIfRunning", "start", "a! b! n"),
      Row("a! b (c) (d) e", "ignoreIfRunning", "refuse", "a! b (c) (d) e"),
    ]

  @Test(arguments: cancelling + others)
  private func `Each policy in each situation`(row: Row) throws {
    var (table, _) = NamedTable.make(row.before)
    #expect(table.description == row.before)
    let policy = try #require(Self.policies[row.input])
    let arrival = table.add("n", policy, table.lookUp(1))
    #expect(arrival.description == row.result)
    #expect(table.description == row.after)
    #expect(table.count == row.after.split(separator: " ").count)
  }

  @Test(arguments: policies.values)
  func `Neither effects without an id nor those of other ids concern it`(
    policy: AsyncEffectPolicy
  ) {
    var (table, _) = NamedTable.make("a (b) c!")
    let arrivals = [
      table.add("x", policy, nil), table.add("y", policy, table.lookUp(2)),
      // The same hash value as the others, and one that is not.
      table.add("z", policy, table.lookUp(3, hash: 7)),
    ]
    #expect(arrivals.map(\.description) == ["start", "start", "start"])
    #expect(table.description == "a (b) c! x y z")
  }

  // MARK: Leaving

  private static let removals = [
    Row("a", "a", "-", ""),
    Row("a!", "a", "-", ""),
    Row("a b", "a", "-", "b"),
    Row("a b", "b", "-", "a"),
    Row("a (b) (c)", "a", "b", "b (c)"),
    Row("a! (b)", "a", "b", "b"),
    Row("a b (c)", "a", "-", "b (c)"),
    Row("a b (c)", "b", "-", "a (c)"),
    Row("a (b) c (d)", "a", "b", "b c (d)"),
    Row("a (b) c (d)", "c", "-", "a (b) (d)"),
    // Whoever waits leaves only by being cancelled; the table would cope.
    Row("a (b) (c)", "b", "-", "a (c)"),
    Row("a (b) (c)", "c", "-", "a (b)"),
  ]

  @Test(arguments: removals)
  private func `Who leaves, and who starts then`(row: Row) throws {
    var (table, places) = NamedTable.make(row.before)
    let place = try #require(places[row.input])
    let removed = table.remove(place)
    #expect(removed.next ?? "-" == row.result)
    #expect(removed.entry?.effect == row.input)
    #expect(table.description == row.after)
    #expect(table.count == row.after.split(separator: " ").count)
    let again = table.remove(place)
    #expect(again.next == nil && again.entry == nil)
    #expect(table.description == row.after)
  }

  @Test func `A whole queue starts one after the other, in order`() {
    var (table, places) = NamedTable.make("a (b) (c) (d)")
    var started: [String] = []
    var current: String? = "a"
    while let name = current, let place = places[name] {
      started.append(name)
      current = table.remove(place).next
    }
    #expect(started == ["a", "b", "c", "d"])
    #expect(table.count == 0)
    #expect(table.groups(hash: 0).isEmpty)
  }

  @Test func `A group goes with its last effect, the others stay`() {
    var (table, places) = NamedTable.make("a b")
    _ = table.add("x", .concurrent, table.lookUp(2))
    _ = places["a"].map { table.remove($0) }
    #expect(table.groups(hash: 0).count == 2)
    _ = places["b"].map { table.remove($0) }
    #expect(table.groups(hash: 0).map { $0.id as? Int } == [2])
    #expect(table.add("c", .queue, table.lookUp(1)).description == "start")
    #expect(table.add("y", .queue, table.lookUp(2)).description == "wait")
  }

  // MARK: Cancelling

  private static let cancellations = [
    Row("a", "a", ", stops a", "a!"),
    Row("a!", "a", "", "a!"),
    Row("a (b) (c)", "a", ", stops a", "a! (b) (c)"),
    Row("a (b) (c)", "b", ", drops b", "a (c)"),
    Row("a (b) (c)", "c", ", drops c", "a (b)"),
    Row("a (b) c", "c", ", stops c", "a (b) c!"),
  ]

  @Test(arguments: cancellations)
  private func `One is cancelled`(row: Row) throws {
    var (table, places) = NamedTable.make(row.before)
    let place = try #require(places[row.input])
    #expect(table.cancel(place).description == row.result)
    #expect(table.description == row.after)
    #expect(table.cancel(place).description == "")
    #expect(table.description == row.after)
  }

  private static let groups = [
    Row("a", "", ", stops a", "a!"),
    Row("a!", "", "", "a!"),
    Row("a (b) (c)", "", ", stops a, drops b c", "a!"),
    Row("a! b (c) (d) e", "", ", stops b e, drops c d", "a! b! e!"),
  ]

  private enum All: CaseIterable { case group, all, close }

  @Test(arguments: groups, All.allCases)
  private func `All are cancelled, of an id or of all`(row: Row, way: All) throws {
    var (table, places) = NamedTable.make(row.before)
    _ = table.add("x", .concurrent, nil)
    _ = table.add("y", .concurrent, table.lookUp(2))
    let group = try #require(table.lookUp(1).group)
    let others = way == .group ? " x y" : " x! y!"
    var cancelled =
      switch way {
      case .group: table.cancel(group)
      case .all: table.cancelAll()
      case .close: table.close()
      }
    if way != .group {
      #expect(cancelled.running.suffix(2) == ["x", "y"])
      cancelled.running.removeLast(2)
    }
    #expect(cancelled.description == row.result)
    #expect(table.description == row.after + others)
    #expect(table.cancel(group).description == "")
    let next = table.add("n", .concurrent, table.lookUp(1)).description
    #expect(next == (way == .close ? "refuse" : "start"))
    let without = table.add("m", .queue, nil).description
    #expect(without == (way == .close ? "refuse" : "start"))
    // What runs can still leave.
    #expect(places["a"].map { table.remove($0).entry?.effect } == "a")
    #expect(table.cancel(group).description == (way == .close ? "" : ", stops n"))
  }

  @Test func `A closed table stays closed, also when it is empty`() {
    var table = NamedTable()
    _ = table.close()
    for policy in Self.policies.values {
      #expect(table.add("n", policy, table.lookUp(1)).description == "refuse")
    }
    #expect(table.count == 0)
  }

  // MARK: What is stale

  @Test func `A place that somebody else has now is none`() throws {
    var (table, places) = NamedTable.make("a b")
    let place = try #require(places["b"])
    _ = table.remove(place)
    guard case .start(let next, _) = table.add("c", .concurrent, table.lookUp(1)) else {
      Issue.record("it did not start")
      return
    }
    #expect(next.index == place.index && next != place)
    #expect(table.cancel(place).description == "")
    #expect(table.remove(place).entry == nil)
    #expect(table.description == "a c")
    for index in [-1, 2, 100] {
      #expect(table.remove(.init(index: index, number: -1)).entry == nil)
      #expect(table.cancel(.init(index: index, number: -1)).description == "")
    }
  }

  @Test func `A place is none once the table has been empty`() throws {
    var (table, places) = NamedTable.make("a")
    let place = try #require(places["a"])
    _ = table.remove(place)
    _ = table.add("b", .concurrent, nil)
    #expect(table.remove(place).entry == nil)
    #expect(table.description == "b")
  }

  @Test func `Whoever looked up an id that has come or gone since then looks again`() throws {
    var table = NamedTable()
    let before = table.lookUp(1)
    guard case .start(let place, _) = table.add("a", .queue, before) else {
      Issue.record("it did not start")
      return
    }
    // Its id has come.
    #expect(table.add("b", .queue, before).description == "look again")
    let with = table.lookUp(1)
    // Another id of the same hash value is no hindrance where the group was found, and one where it
    // was not.
    let other = table.lookUp(3)
    _ = table.add("x", .queue, table.lookUp(2))
    #expect(table.add("b", .queue, with).description == "wait")
    #expect(table.add("y", .queue, other).description == "look again")
    _ = table.remove(place)
    #expect(table.description == "x b")
    _ = table.add("c", .cancelPrevious, with)
    #expect(table.description == "x b! c")
  }

  @Test func `A group that has left is not used again, though its id has come back`() throws {
    var (table, places) = NamedTable.make("a")
    _ = table.add("other", .concurrent, nil)
    let old = table.lookUp(1)
    _ = places["a"].map { table.remove($0) }
    #expect(table.add("b", .concurrent, old).description == "look again")
    _ = table.add("b", .concurrent, table.lookUp(1))
    #expect(table.add("c", .concurrent, old).description == "look again")
    let group = try #require(old.group)
    #expect(table.cancel(group).description == "")
    #expect(table.description == "other b")
  }

  @Test func `A value that was copied is not changed by what becomes of the other`() {
    var (table, places) = NamedTable.make("a b (c)")
    let copy = table
    _ = table.cancelAll()
    _ = places["a"].map { table.remove($0) }
    #expect(copy.description == "a b (c)")
    #expect(table.description == "b!")
  }
}
