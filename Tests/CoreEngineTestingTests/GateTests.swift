import CoreEngineTesting
import Testing

@Suite struct GateTests {
  let gate = Gate()
  let log = Log<String>()

  private func pass(_ name: String) -> Task<Void, Never> {
    Task { [gate, log] in
      await gate.pass()
      log.append(name)
    }
  }

  @Test func `A gate holds whoever arrives, until it is opened`() async {
    let task = pass("a")
    await gate.entered()
    #expect(log.values == [])
    gate.open()
    await task.value
    #expect(log.values == ["a"])
  }

  @Test func `A gate lets through all who stand there, and all who come later`() async {
    let tasks = ["a", "b"].map(pass)
    await gate.entered(2)
    #expect(log.values == [])
    gate.open()
    gate.open()
    for task in tasks { await task.value }
    await pass("c").value
    #expect(Set(log.values) == ["a", "b", "c"])
    await gate.entered(3)
  }

  @Test func `Who is cancelled stays until the gate is opened`() async {
    let task = pass("a")
    await gate.entered()
    task.cancel()
    #expect(log.values == [])
    gate.open()
    await task.value
    #expect(log.values == ["a"])
  }

  @Test func `Who waits for an arrival is let go when the task is cancelled`() async {
    let task = Task { [gate] in await gate.entered() }
    task.cancel()
    await task.value
  }

  private struct TooEarly: Error {}

  private static func nothing() async {}

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func `Who waits for arrivals does not go on before, in whatever order things happen`()
    async throws
  {
    try await withInterleavings(seeds: 0..<200) {
      let gate = Gate()
      gate.open()
      let arrived = Log<Bool>()
      async let seen = countAfterArrivals()
      for _ in 1...3 {
        // Others have their turn.
        async let other: Void = Self.nothing()
        await other
        arrived.append(true)
        await gate.pass()
      }
      if await seen < 3 { throw TooEarly() }
      @Sendable func countAfterArrivals() async -> Int {
        await gate.entered(3)
        return arrived.count
      }
    }
  }
}
