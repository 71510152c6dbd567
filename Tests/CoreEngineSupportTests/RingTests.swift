import CoreEngineSupport
import TestSupport
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

  @Test func `Shows what has waited longest without taking it`() {
    var ring = Ring<Int>()
    #expect(ring.first == nil)
    ring.append(1)
    ring.append(2)
    #expect([ring.first, ring.popFirst(), ring.first] == [1, 1, 2])
    #expect([ring.popFirst(), ring.first, ring.popFirst()] == [2, nil, nil])
  }

  @Test func `Releases what is taken, and the rest with itself`() {
    let probe = LifetimeProbe()
    do {
      var ring = Ring<LifetimeProbe.Object>()
      for _ in 0..<20 { ring.append(probe.object()) }
      for _ in 0..<5 { _ = ring.popFirst() }
      #expect(probe.count == 15)
    }
    #expect(probe.count == 0)
  }

  @Test func `Lists all elements in order, also where it wraps`() {
    var ring = Ring<Int>()
    #expect(ring.elements == [])
    var expected: [Int] = []
    for value in 0..<200 {
      ring.append(value)
      expected.append(value)
      if !value.isMultiple(of: 3) {
        _ = ring.popFirst()
        expected.removeFirst()
      }
      #expect(ring.elements == expected)
    }
    while ring.popFirst() != nil {}
    #expect(ring.elements == [])
  }
}
