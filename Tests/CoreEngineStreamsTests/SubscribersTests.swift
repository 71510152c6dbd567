import CoreEngineStreams
import Testing

@Suite struct SubscribersTests {
  @Test func `Completions compare by what they carry`() {
    typealias Completion = Subscribers.Completion<Failed>
    #expect(Completion.finished == .finished)
    #expect(Completion.failure(Failed(code: 1)) == .failure(Failed(code: 1)))
    #expect(Completion.failure(Failed(code: 1)) != .failure(Failed(code: 2)))
    #expect(Completion.finished != .failure(Failed()))
    #expect(Set<Subscribers.Completion<Never>>([.finished, .finished]).count == 1)
  }
}
