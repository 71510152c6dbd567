import CoreEngineTesting
import Testing

@Suite struct DifferenceTests {
  private struct Item: Equatable, Identifiable {
    var id: Int
    var title: String
  }

  private struct User: Equatable {
    var name: String
    var email: String?
  }

  private struct State: Equatable {
    var count = 0
    var user = User(name: "Ann", email: nil)
    var tags: [String] = []
    var items: [Item] = []
    var ages: [String: Int] = [:]
    var marks: Set<Int> = []
  }

  private enum Phase: Equatable {
    case idle
    case loading(Int)
    case loaded(items: [Int], isLast: Bool)
    case failed(reason: String)
  }

  private final class Node {
    var value: Int
    var next: Node?

    init(_ value: Int, next: Node? = nil) {
      self.value = value
      self.next = next
    }
  }

  private func difference<Value>(_ before: Value, _ after: Value) -> String? {
    Difference(from: before, to: after)?.description
  }

  private func change(_ change: (inout State) -> Void, from before: State = State()) -> String? {
    var after = before
    change(&after)
    return difference(before, after)
  }

  // MARK: Plain values

  @Test func `Equal values have no difference`() {
    #expect(Difference(from: State(), to: State()) == nil)
    #expect(Difference(from: 1, to: 1) == nil)
    #expect(Difference(from: Phase.idle, to: .idle) == nil)
    #expect(Difference(from: (), to: ()) == nil)
    #expect(Difference(from: (1, "a"), to: (1, "a")) == nil)
  }

  @Test func `Values without parts are shown beside each other`() {
    #expect(difference(1, 2) == "1 -> 2")
    #expect(difference("a\n", "b\"") == #""a\n" -> "b\"""#)
    #expect(difference(Duration.seconds(1), .seconds(2)) == "1.0 seconds -> 2.0 seconds")
    #expect(difference(0..<3, 0..<4) == "0..<3 -> 0..<4")
    #expect(difference(true, false) == "true -> false")
    #expect(difference(Phase.idle, .loading(1)) == ".idle -> .loading(1)")
    #expect(difference(Int.self as Any, String.self as Any) == "Int -> String")
  }

  @Test func `What is unequal and looks alike is said to be unequal`() {
    struct Odd: Equatable {
      static func == (one: Odd, other: Odd) -> Bool { false }
    }
    struct Holder { var odd = Odd() }
    #expect(difference(Double.nan, .nan) == "nan -> nan (not equal)")
    #expect(difference(Holder(), Holder()) == "odd: Odd() -> Odd() (not equal)")
    #expect(difference(1 as Any, Int8(1) as Any) == "1 (Int) -> 1 (Int8)")
  }

  @Test func `What is called equal is not looked into`() {
    struct Loose: Equatable {
      var id: Int
      var note: String

      static func == (one: Loose, other: Loose) -> Bool { one.id == other.id }
    }
    #expect(difference(Loose(id: 1, note: "a"), Loose(id: 1, note: "b")) == nil)
    #expect(difference(Loose(id: 1, note: "a"), Loose(id: 2, note: "a")) == "id: 1 -> 2")
  }

  // MARK: Structs, enums, optionals

  @Test func `Of nested structs, only what differs is shown`() {
    #expect(
      change {
        $0.count = 3
        $0.user.name = "Bob"
      } == """
        count: 0 -> 3
        user.name: "Ann" -> "Bob"
        """)
  }

  @Test func `Long values take a line each`() {
    let long = String(repeating: "a", count: 40)
    #expect(
      change { $0.user.name = long + long } == """
        user.name:
          - "Ann"
          + "\(long + long)"
        """)
    #expect(
      difference(long, long + "b") == """
          - "\(long)"
          + "\(long)b"
        """)
  }

  @Test func `Optionals are looked into`() {
    #expect(change { $0.user.email = "a@b" } == #"user.email: nil -> "a@b""#)
    let before = State(user: User(name: "Ann", email: "a@b"))
    #expect(change({ $0.user.email = nil }, from: before) == #"user.email: "a@b" -> nil"#)
    #expect(change({ $0.user.email = "c" }, from: before) == #"user.email: "a@b" -> "c""#)
    #expect(difference(User?.none, User(name: "A")) == #"nil -> User(name: "A", email: nil)"#)
    #expect(
      difference(User(name: "A") as User?, User(name: "B")) == #"name: "A" -> "B""#)
    #expect(difference(Int??.none, .some(nil)) == "nil -> .some(nil)")
  }

  @Test func `Payloads of the same case are looked into, and cases shown beside each other`() {
    #expect(difference(Phase.loading(1), .loading(2)) == "loading: 1 -> 2")
    #expect(
      difference(Phase.loaded(items: [1, 2], isLast: false), .loaded(items: [1, 3], isLast: true))
        == """
        loaded.items[1]: 2 -> 3
        loaded.isLast: false -> true
        """)
    #expect(
      difference(Phase.failed(reason: "a"), .failed(reason: "b"))
        == #"failed.reason: "a" -> "b""#)
    #expect(
      difference(Phase.loaded(items: [], isLast: true), .failed(reason: "b"))
        == #".loaded(items: [], isLast: true) -> .failed(reason: "b")"#)
  }

  @Test func `Tuples are looked into`() {
    #expect(
      difference((1, name: "a"), (2, name: "b")) == """
        0: 1 -> 2
        name: "a" -> "b"
        """)
  }

  // MARK: Collections

  @Test func `Arrays are compared by position`() {
    let before = State(tags: ["a", "b", "c"])
    #expect(
      change({ $0.tags = ["a", "x"] }, from: before) == """
        tags[1]: "b" -> "x"
        tags[2]: - "c"
        """)
    #expect(change({ $0.tags.append("d") }, from: before) == #"tags[3]: + "d""#)
  }

  @Test func `Arrays of what has an id are compared by id`() {
    let before = State(
      items: [Item(id: 1, title: "a"), Item(id: 2, title: "b"), Item(id: 3, title: "c")])
    #expect(
      change(
        {
          $0.items.removeFirst()
          $0.items[1].title = "x"
          $0.items.append(Item(id: 9, title: "n"))
        }, from: before) == """
          items[id: 1]: - Item(id: 1, title: "a")
          items[id: 3].title: "c" -> "x"
          items[id: 9]: + Item(id: 9, title: "n")
          """)
    #expect(
      change({ $0.items.reverse() }, from: before)
        == "items: order of ids [1, 2, 3] -> [3, 2, 1]")
  }

  @Test func `Ids that occur twice, and those of addresses, are none`() {
    final class Thing: Identifiable {
      let value: Int
      init(_ value: Int) { self.value = value }
    }
    #expect(
      change(
        { $0.items = [Item(id: 1, title: "b"), Item(id: 1, title: "a")] },
        from: State(items: [Item(id: 1, title: "a"), Item(id: 1, title: "a")]))
        == #"items[0].title: "a" -> "b""#)
    #expect(difference([Thing(1)], [Thing(2)]) == "[0].value: 1 -> 2")
  }

  @Test func `Dictionaries are compared by key, in the order of the keys`() {
    let before = State(ages: ["Zoe": 1, "Ann": 2, "Bob": 3])
    #expect(
      change({ $0.ages = ["Zoe": 5, "Bob": 3, "Cid": 4] }, from: before) == """
        ages["Ann"]: - 2
        ages["Cid"]: + 4
        ages["Zoe"]: 1 -> 5
        """)
    #expect(
      difference(
        [10: User(name: "A"), 9: User(name: "B")], [10: User(name: "C"), 9: User(name: "D")])
          == """
          [9].name: "B" -> "D"
          [10].name: "A" -> "C"
          """)
  }

  @Test func `Sets are compared by element, and by id`() {
    struct Mark: Hashable, Identifiable {
      var id: Int
      var text: String
    }
    #expect(
      change({ $0.marks = [10, 1, 5] }, from: State(marks: [3, 10, 2])) == """
        marks: - 2
        marks: - 3
        marks: + 1
        marks: + 5
        """)
    #expect(
      difference(
        [Mark(id: 1, text: "a"), Mark(id: 2, text: "b")] as Set,
        [Mark(id: 1, text: "x"), Mark(id: 2, text: "b")]) == #"[id: 1].text: "a" -> "x""#)
  }

  @Test func `What has no order is shown in one`() {
    let numbers = Array(0..<50).shuffled()
    var set: Set<Int> = []
    var dictionary: [String: Int] = [:]
    for number in numbers {
      set.insert(number)
      dictionary["\(number % 5)"] = number % 5
    }
    let shown = (0..<50).map(String.init).joined(separator: ", ")
    #expect(
      difference(nil, set) == """
          - nil
          + [\(shown)]
        """)
    #expect(
      difference(nil, dictionary) == #"nil -> ["0": 0, "1": 1, "2": 2, "3": 3, "4": 4]"#)
    #expect(difference(nil, [:] as [Int: Int]) == "nil -> [:]")
  }

  @Test func `Values behind AnyHashable are looked into`() {
    struct Key: Hashable { var a: Int }
    #expect(
      difference(["k": AnyHashable(Key(a: 1))], ["k": AnyHashable(Key(a: 2))])
        == #"["k"].a: 1 -> 2"#)
  }

  // MARK: Objects

  @Test func `Objects are compared by what they hold, with what they inherit`() {
    class Base { var name = "a" }
    final class Derived: Base { var count = 0 }
    let (before, after) = (Derived(), Derived())
    #expect(difference(before, after) == nil)
    after.name = "b"
    after.count = 1
    #expect(
      difference(before, after) == """
        name: "a" -> "b"
        count: 0 -> 1
        """)
    #expect(difference(before, before) == nil)
    #expect(difference(nil, after) == #"nil -> Derived(name: "b", count: 1)"#)
  }

  @Test(.timeLimit(.minutes(10)))
  func `Objects that hold each other are compared once`() {
    func ring(_ values: [Int]) -> Node {
      let nodes = values.map { Node($0) }
      for index in nodes.indices { nodes[index].next = nodes[(index + 1) % nodes.count] }
      return nodes[0]
    }
    let rings = [ring([1, 2]), ring([1, 2]), ring([1, 3]), ring([1, 2, 1, 2, 1])]
    defer { for ring in rings { ring.next = nil } }
    #expect(difference(rings[0], rings[1]) == nil)
    #expect(difference(rings[0], rings[2]) == "next.value: 2 -> 3")
    // Each of the two with each of the five.
    #expect(difference(rings[0], rings[3])?.split(separator: "\n").count == 5)
    #expect(
      difference(nil, rings[0]) == "nil -> Node(value: 1, next: Node(value: 2, next: Node(…)))")
  }

  @Test func `What is too deep is said not to have been compared`() {
    func chain(_ length: Int, last: Int) -> Node {
      (1..<length).reduce(Node(last)) { next, _ in Node(0, next: next) }
    }
    let deep = Array(repeating: "next", count: 99).joined(separator: ".")
    #expect(
      difference(chain(100, last: 1), chain(100, last: 2)) == """
        \(deep).value:
          - 1
          + 2
        """)
    let path = Array(repeating: "next", count: 100).joined(separator: ".")
    #expect(
      difference(chain(500, last: 1), chain(500, last: 2))
        == "\(path): more than 100 levels deep, and not compared")
    #expect(difference(nil, chain(500, last: 1))?.contains("next: …") == true)
  }

  @Test func `Actors are not looked into`() {
    actor Worker { var secret = 1 }
    let worker = Worker()
    #expect(difference(worker, worker) == nil)
    #expect(difference(worker, Worker()) == "Worker -> Worker (not equal)")
  }

  @Test func `What cannot be compared is taken as it looks`() {
    struct Holder {
      var action: () -> Void
      var log = Log<Int>()
    }
    let one = Holder {}
    #expect(difference(one, Holder {}) == nil)
    one.log.append(1)
    #expect(difference(one, Holder {}) == nil)
  }

  @Test func `A mirror of one's own decides what is seen`() {
    struct Secret: CustomReflectable {
      var password: String
      var name: String
      var customMirror: Mirror { Mirror(self, children: ["name": name]) }
    }
    #expect(
      difference(Secret(password: "x", name: "a"), Secret(password: "y", name: "b"))
        == #"name: "a" -> "b""#)
  }

  @Test func `Many elements take no stack and little time`() {
    let before = State(tags: (0..<20_000).map(String.init))
    #expect(change({ $0.tags[19_999] = "x" }, from: before) == #"tags[19999]: "19999" -> "x""#)
  }
}
