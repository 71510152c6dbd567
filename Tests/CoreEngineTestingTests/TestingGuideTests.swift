import CoreEngineAsync
import CoreEngineTesting
import Foundation
import Testing

/// The examples of docs/testing.md, and that they are those. Each stands below as it stands there.
@Suite(.timeLimit(.minutes(10)))
struct TestingGuideTests {
  @Test
  func stepByStep() async throws {
    let test = TestCore(Shelf(load: { ["Emma"] }))

    try await test.send(.open) { $0.isLoading = true }
    try await test.receive(.loaded(["Emma"])) {
      $0.isLoading = false
      $0.books = ["Emma"]
    }
    try await test.finish()
  }

  @Test
  func withoutIt() async throws {
    let shelf = Shelf(load: { ["Emma"] })
    await shelf.action(.open)
    for await state in shelf.states where !state.isLoading {
      #expect(state.books == ["Emma"])
      break
    }
  }

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func anyOrder() async throws {
    try await withInterleavings(seeds: 0..<100) {
      let shelf = Shelf(load: { [] })
      await withTaskGroup { group in
        group.addTask { await shelf.action(.loaded(["Emma"])) }
        group.addTask { shelf.send(.loaded(["Persuasion"])) }
      }
      await shelf.settled()
      try #require(shelf.books.count == 1)
    }
  }

  @Test
  func theExamplesAreThoseOfTheGuide() throws {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let guide = try String(contentsOf: root.appending(path: "docs/testing.md"), encoding: .utf8)
    let code = lines(of: try String(contentsOf: URL(filePath: #filePath), encoding: .utf8))
    let blocks = guide.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
    #expect(blocks.count == 4)
    for block in blocks {
      let isThere = code.contains(lines(of: block))
      #expect(isThere, "\(block)")
    }
  }

  private func lines(of text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

actor Shelf: AsyncCore {
  enum Action: Equatable, Sendable { case open, loaded([String]) }
  struct State: Equatable, Sendable { var isLoading = false, books: [String] = [] }

  let store = AsyncCoreStore(initialState: State())
  let load: @Sendable () async throws -> [String]

  init(load: @escaping @Sendable () async throws -> [String]) { self.load = load }

  func reduce(state: State, action: Action) async throws -> State {
    switch action {
    case .open:
      dispatch(effect: { [load] in .loaded(try await load()) })
      return State(isLoading: true, books: state.books)
    case .loaded(let books):
      return State(books: books)
    }
  }
}
