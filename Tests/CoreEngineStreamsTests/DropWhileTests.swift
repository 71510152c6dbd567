import CoreEngineStreams
import Testing

@Suite struct DropWhileTests {
  @Test func `It passes everything on from the first value that does not satisfy the condition`() {
    var asked: [Int] = []
    let recording = [1, 2, 3, 1].publisher.drop { value in
      asked.append(value)
      return value < 3
    }.record()
    #expect(recording.history == [3, 1, .finished])
    #expect(asked == [1, 2, 3])
  }

  @Test func `Each subscription begins by dropping`() {
    let numbers = [1, 2, 1].publisher.drop { $0 < 2 }
    #expect(numbers.record().history == [2, 1, .finished])
    #expect(numbers.record().history == [2, 1, .finished])
  }
}
