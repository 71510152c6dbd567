import CoreEngineTesting
import Testing

@Suite struct LifetimeProbeTests {
  let probe = LifetimeProbe()

  @Test func `A probe counts what lives, and the most that ever lived at once`() {
    #expect(probe.count == 0)
    var objects = (0..<3).map { _ in probe.object() }
    #expect(probe.count == 3)
    objects.removeLast(2)
    #expect(probe.count == 1)
    #expect(probe.maximum == 3)
    withExtendedLifetime(objects) {}
  }

  @Test func `Who waits goes on when the last one too many is gone`() async {
    let gate = Gate()
    let task = Task { [probe] in
      let object = probe.object()
      await gate.pass()
      withExtendedLifetime(object) {}
    }
    await gate.entered()
    #expect(probe.count == 1)
    let waiting = Task { [probe] in
      await probe.falls(to: 0)
      return probe.count
    }
    gate.open()
    #expect(await waiting.value == 0)
    await task.value
  }

  private struct TooEarly: Error {
    let count: Int
  }

  /// Others have their turn.
  private static func turn() async {
    async let other: Void = nothing()
    await other
  }

  private static func nothing() async {}

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func `Who waits does not go on before, in whatever order things happen`() async throws {
    try await withInterleavings(seeds: 0..<200) {
      let probe = LifetimeProbe()
      var objects = (0..<4).map { _ in probe.object() }
      async let seen = countAfterFall(of: probe)
      for _ in 1...3 {
        await Self.turn()
        objects.removeLast()
      }
      let count = await seen
      withExtendedLifetime(objects) {}
      if count != 1 { throw TooEarly(count: count) }
    }
    @Sendable func countAfterFall(of probe: LifetimeProbe) async -> Int {
      await probe.falls(to: 1)
      return probe.count
    }
  }

  @Test func `What has fallen is not waited for`() async {
    let object = probe.object()
    await probe.falls(to: 1)
    withExtendedLifetime(object) {}
  }

  @Test func `Who waits is let go when the task is cancelled`() async {
    let object = probe.object()
    let task = Task { [probe] in await probe.falls(to: 0) }
    task.cancel()
    await task.value
    withExtendedLifetime(object) {}
  }
}
