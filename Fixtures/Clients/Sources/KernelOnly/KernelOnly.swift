import CoreEngineKernel

struct Counting: Reducer {
  func reduce(state: Int, action: Int) -> Int { state + action }
}

struct Journal: InPlaceReducer {
  func reduce(into state: inout [String], action: String) { state.append(action) }
}

struct Lookup: AsyncReducer {
  struct Unknown: Error {}

  func reduce(state: [String], action: Int) async throws -> [String] {
    guard action >= 0 else { throw Unknown() }
    return state + ["number \(action)"]
  }
}

@main
struct KernelOnly {
  static func main() async throws {
    print("sum: \([1, 2, 3].reduce(0, Counting().reduce))")
    print("entries: \(Journal().reduce(state: ["one"], action: "two"))")
    print("found: \(try await Lookup().reduce(state: [], action: 4))")
    do { _ = try await Lookup().reduce(state: [], action: -1) } catch { print("error: \(error)") }
  }
}
