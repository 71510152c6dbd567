import CoreEngineStreams
import Testing

@Suite struct ReplaceEmptyTests {
  @Test func `An end without values becomes a value and the end`() {
    #expect(Empty<Int, Never>().replaceEmpty(with: 9).record().history == [9, .finished])
  }

  @Test func `Values make it pass everything on`() {
    #expect((1...2).publisher.replaceEmpty(with: 9).record().history == [1, 2, .finished])
  }

  @Test func `A failure stays what it is`() {
    let failing = Fail<Int, Failed>(error: Failed(code: 1))
    #expect(failing.replaceEmpty(with: 9).record().history == [.failure(Failed(code: 1))])
  }
}
