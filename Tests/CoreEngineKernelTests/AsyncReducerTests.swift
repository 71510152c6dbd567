import CoreEngineKernel
import TestSupport
import Testing

@Suite struct AsyncReducerTests {
  struct Refused: Error, Equatable { let action: Int }

  struct Lookup: AsyncReducer {
    let gate: Gate

    func reduce(state: [String], action: Int) async throws -> [String] {
      guard action >= 0 else { throw Refused(action: action) }
      await gate.pass()
      return state + ["number \(action)"]
    }
  }

  @Test func `Suspends on its way to the next state`() async throws {
    let lookup = Lookup(gate: Gate())
    async let next = lookup.reduce(state: ["zero"], action: 1)
    await lookup.gate.entered()
    lookup.gate.open()
    #expect(try await next == ["zero", "number 1"])
  }

  @Test func `Throws where there is no next state`() async {
    await #expect(throws: Refused(action: -1)) {
      try await Lookup(gate: Gate()).reduce(state: [], action: -1)
    }
  }

  @Test func `A synchronous reduction satisfies it too`() async throws {
    struct Adder: Reducer, AsyncReducer {
      func reduce(state: Int, action: Int) -> Int { state + action }
    }
    func run(_ reducer: some AsyncReducer<Int, Int>) async throws -> Int {
      try await reducer.reduce(state: 1, action: 2)
    }
    #expect(try await run(Adder()) == 3)
  }
}
