import CoreEngine
import Foundation
import Observation
import Testing

/// The README's examples, and that they are the README's. Each stands below as it stands there.
@Suite struct ReadmeTests {
  @Test func `Core counts`() async {
    let printed = await printed {
      final class Counter: Core {
        enum Action { case increase, decrease }
        struct State: Equatable, Sendable { var count = 0 }

        var state = State()

        func reduce(state: State, action: Action) -> State {
          switch action {
          case .increase: State(count: state.count + 1)
          case .decrease: State(count: state.count - 1)
          }
        }
      }

      let counter = Counter()
      counter.action(.increase)  // reduced and stored when it returns
      counter(.increase, .decrease)  // several, one after the other
      print(counter.count)  // 1: properties of the state are read from the core
    }
    #expect(printed == ["1"])
  }

  @MainActor @Test func `Core is observed`() async {
    let cart = Cart()
    var items = Observations { cart.items }.makeAsyncIterator()
    #expect(await items.next(isolation: #isolation) == [])
    cart(.add("tea"), .add("milk"))
    #expect(await items.next(isolation: #isolation) == ["tea", "milk"])
    cart.action(.clear)
    #expect(await items.next(isolation: #isolation) == [])
  }

  @Test func `PublisherCore measures, and handles an error`() async {
    let printed = await printed {
      final class Thermometer: PublisherCore {
        enum Action { case measured(Int), failed }
        struct State: Equatable, Sendable { var degrees = 0, isBroken = false }

        @Published var state = State()
        var subscription: Set<AnyCancellable> = []

        init(sensor: some Publisher<Int, any Error>) {
          dispatch(effect: sensor.map(Action.measured))
        }

        func reduce(state: State, action: Action) -> State {
          switch action {
          case .measured(let degrees): State(degrees: degrees)
          case .failed: State(degrees: state.degrees, isBroken: true)
          }
        }

        func handleError(error: any Error) { action(.failed) }
      }

      struct Unplugged: Error {}

      let sensor = PassthroughSubject<Int, any Error>()
      let thermometer = Thermometer(sensor: sensor)
      let display = thermometer.$state.map(\.degrees).removeDuplicates()
        .sink { print("\($0) degrees") }  // 0 degrees
      sensor.send(21)  // 21 degrees
      sensor.send(completion: .failure(Unplugged()))
      print(thermometer.isBroken)  // true
      display.cancel()
    }
    #expect(printed == ["0 degrees", "21 degrees", "true"])
  }

  @Test func `AsyncCore keeps an account`() async {
    let printed = await printed {
      actor Account: AsyncCore {
        enum Action: Sendable { case deposit(Int), withdraw(Int) }
        struct State: Equatable, Sendable { var balance = 0 }
        struct Overdrawn: Error {}

        let store = AsyncCoreStore(initialState: State())

        func reduce(state: State, action: Action) async throws -> State {
          switch action {
          case .deposit(let amount): return State(balance: state.balance + amount)
          case .withdraw(let amount):
            guard amount <= state.balance else { throw Overdrawn() }
            return State(balance: state.balance - amount)
          }
        }

        func handleError(error: any Error) async { print("refused: \(error)") }
      }

      let account = Account()
      let display = Task { [balances = account.states.balance] in
        for await balance in balances { print(balance) }
      }
      account.send(.deposit(100))  // does not wait
      await account.action(.withdraw(30))  // returns when it has been applied
      await account(.deposit(5), .withdraw(500))  // refused: Overdrawn()
      print(account.balance)  // 75, without await
      display.cancel()
      await display.value
    }
    // The display prints beside, as far as it gets before it is cancelled.
    let balances = printed.filter { $0 != "refused: Overdrawn()" }
    #expect(printed.count { $0 == "refused: Overdrawn()" } == 1)
    #expect(balances.contains("75"))
    #expect(Set(balances).isSubset(of: ["0", "100", "70", "75"]))
  }

  @Test(.timeLimit(.minutes(10))) func `AsyncCore searches`() async {
    let printed = await printed {
      actor Search: AsyncCore {
        enum Action: Sendable { case typed(String), found([String]) }
        struct State: Equatable, Sendable { var text = "", results: [String] = [] }

        let store = AsyncCoreStore(initialState: State())
        private let find: @Sendable (String) async throws -> [String]

        init(find: @escaping @Sendable (String) async throws -> [String]) { self.find = find }

        func reduce(state: State, action: Action) async throws -> State {
          switch action {
          case .typed(let text):
            dispatch(
              effect: { [find] in .found(try await find(text)) }, id: "find",
              policy: .debounce(.milliseconds(300)), retry: .attempts(3), deadline: .seconds(10))
            return State(text: text, results: state.results)
          case .found(let results):
            return State(text: state.text, results: results)
          }
        }
      }

      let search = Search { text in ["The \(text) programming language"] }
      await search(.typed("S"), .typed("Sw"), .typed("Swift"))
      await search.settled()  // nothing waits, and no effect runs
      print(search.results)  // ["The Swift programming language"]
    }
    #expect(printed == [#"["The Swift programming language"]"#])
  }

  @Test func `Every Swift block of the README but the manifest stands in this file`() throws {
    let code = lines(of: try text("Tests/CoreEngineTests/ReadmeTests.swift"))
    let blocks = try text("README.md").components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
      .filter { !$0.hasPrefix("// Package.swift") }
    #expect(blocks.count == 5)
    for block in blocks {
      let block = lines(of: block).filter { !$0.hasPrefix("import ") }
      let isThere = code.contains(block)
      #expect(isThere, "\(block.joined(separator: "\n"))")
    }
  }

  static let documents = [
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/contracts.md", "docs/beside-combine.md",
    "docs/testing.md",
  ]

  @Test(arguments: documents)
  func `Every link to a file leads to one`(document: String) throws {
    let folder = root.appending(path: document).deletingLastPathComponent()
    for link in try text(document).matches(of: /\]\((?<path>[^)#:]+)(#[^)]*)?\)/) {
      let path = folder.appending(path: String(link.path)).path
      #expect(FileManager.default.fileExists(atPath: path), "\(link.path)")
    }
  }

  static let promises =
    (1...8).map { "S\($0)" } + (1...9).map { "T\($0)" } + (1...10).map { "A\($0)" }

  @Test(arguments: promises)
  func `Every promise names the tests that pin it, and none is left out`(promise: String) throws {
    let contracts = try text("docs/contracts.md")
    let rows = contracts.split(separator: "\n").filter { $0.hasPrefix("| [\(promise)](#") }
    try #require(rows.count == 1)
    #expect(contracts.contains("\n### \(promise) "))
    let linked = rows[0].matches(of: /\]\((?<path>\.\.\/Tests\/[^)]+\.swift)\)/)
      .map { root.appending(path: "docs").appending(path: String($0.path)).standardized }
    #expect(!linked.isEmpty)
    for file in linked { #expect(FileManager.default.fileExists(atPath: file.path), "\(file)") }

    let names = Set(linked.map(\.lastPathComponent))
    let tests = FileManager.default.enumerator(atPath: root.appending(path: "Tests").path)
    for case let path as String in try #require(tests) {
      let name = URL(filePath: path).lastPathComponent
      guard name.hasSuffix("ContractTests.swift"), name.hasPrefix(promise),
        name.dropFirst(promise.count).first?.isNumber == false
      else { continue }
      #expect(names.contains(name), "\(name)")
    }
  }

  // MARK: -

  /// What an example prints, in order.
  private func printed(by example: () async -> Void) async -> [String] {
    let (lines, console) = AsyncStream<String>.makeStream()
    await Console.$lines.withValue(console, operation: example)
    console.finish()
    return await lines.reduce(into: []) { $0.append($1) }
  }

  private var root: URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardized
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The lines of some code, without indentation and empty lines.
  private func lines(of code: String) -> [Substring] {
    code.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
  }
}

@MainActor @Observable
final class Cart: @MainActor Core {
  enum Action { case add(String), clear }
  struct State: Equatable, Sendable { var items: [String] = [] }

  var state = State()

  func reduce(state: State, action: Action) -> State {
    switch action {
    case .add(let item): State(items: state.items + [item])
    case .clear: State()
    }
  }
}

private func print(_ value: Any) { Console.print("\(value)") }
