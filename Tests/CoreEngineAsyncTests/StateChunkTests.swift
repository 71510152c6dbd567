import TestSupport
import Testing

@testable import CoreEngineAsync

@Suite(.timeLimit(.minutes(10))) struct StateChunkTests {
  @Test func `Chunks grow up to their maximum`() {
    let first = StateChunk<Int>()
    var last = first
    for number in 0..<200 { last = last.append(number) }
    var sizes: [Int] = []
    var numbers: [Int] = []
    var chunk: StateChunk? = first
    while let current = chunk {
      sizes.append(current.count)
      numbers += (0..<current.count).map { current.states[$0] }
      chunk = current.next
    }
    #expect(sizes == [4, 8, 16, 32, 64, 64, 12])
    #expect(numbers == Array(0..<200))
  }

  @Test func `A chunk that somebody still points into stays, with all behind it`() {
    let probe = LifetimeProbe()
    var first: StateChunk? = StateChunk<LifetimeProbe.Object>()
    var last = first!
    for _ in 0..<28 { last = last.append(probe.object()) }
    let middle = first?.next
    first = nil
    #expect(probe.count == 24)
    withExtendedLifetime(middle) {}
  }

  @Test func `A chain of a million states is released on a small stack`() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: 512 * 1024) { _ in
        let probe = LifetimeProbe()
        var first: StateChunk? = StateChunk<LifetimeProbe.Object?>()
        var last = first
        for _ in 0..<1_000_000 { last = last?.append(nil) }
        last = last?.append(probe.object())
        last = nil
        precondition(probe.count == 1)
        withExtendedLifetime(first) {}
        first = nil
        precondition(probe.count == 0)
      }
    }
  }
}
