import CoreEngineKernel
import Testing

@Suite struct RingTests {
  @Test func `Gives back what was appended, in order, while it grows and wraps`() {
    var ring = Ring<Int>()
    var expected: [Int] = []
    var taken: [Int] = []
    for value in 0..<1_000 {
      ring.append(value)
      expected.append(value)
      if value % 3 == 0 {
        taken.append(contentsOf: [ring.popFirst(), ring.popFirst()].compactMap(\.self))
      }
      #expect(ring.count == expected.count - taken.count)
    }
    while let value = ring.popFirst() { taken.append(value) }
    #expect(taken == expected)
    #expect(ring.isEmpty)
  }
}
