import Testing

@testable import Stress

@Suite struct MemoryWatchTests {
  /// The first growth that is told of, and after how many readings.
  private func growth(_ readings: [Int]) -> (after: Int, by: Int)? {
    var watch = MemoryWatch()
    for (index, reading) in readings.enumerated() {
      if let growth = watch.growth(at: reading) { return (index + 1, growth) }
    }
    return nil
  }

  @Test func `What goes up and down does not grow`() {
    let waves = (0..<1_000).map { 20_000 + ($0 % 9 == 0 ? 0 : 100_000) }
    #expect(growth(waves) == nil)
  }

  @Test func `What grows within the first readings, and then stays, does not grow`() {
    #expect(
      growth(Array(1...10).map { $0 * 10_000 } + Array(repeating: 109_000, count: 500)) == nil)
  }

  @Test func `A step that stays is growth, once it has stayed for ten readings`() throws {
    let readings = Array(repeating: 50_000, count: 100) + Array(repeating: 60_000, count: 10)
    let found = try #require(growth(readings))
    #expect(found == (110, 10_000))
    #expect(growth(readings.dropLast()) == nil)
  }

  @Test func `A slow leak is growth some day`() throws {
    let leak = (0..<10_000).map { 50_000 + $0 * 10 + ($0 % 3) * 1_000 }
    let found = try #require(growth(leak))
    #expect(found.after < 1_200)
  }

  @Test func `Memory that is in use is seen`() async {
    // In a process of its own, since other tests free memory meanwhile.
    await #expect(processExitsWith: .success) {
      let before = residentMemory()
      let block = UnsafeMutableRawPointer.allocate(byteCount: 64 << 20, alignment: 4_096)
      block.initializeMemory(as: UInt8.self, repeating: 1, count: 64 << 20)
      let during = residentMemory()
      block.deallocate()
      #expect(during - before > 60 << 10)
    }
  }
}
