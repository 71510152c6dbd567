import CoreEngineStreams
import Testing

@Suite struct FailTests {
  @Test func `Fails with its error, for each subscriber`() {
    let fail = Fail<Int, Failed>(error: Failed(code: 1))
    #expect(fail.record().history == [.failure(Failed(code: 1))])
    let recorder = Recorder<Int, Failed>()
    fail.subscribe(recorder)
    #expect(recorder.history == [.subscription, .failure(Failed(code: 1))])
    #expect(fail == Fail(outputType: Int.self, failure: Failed(code: 1)))
    #expect(fail != Fail(error: Failed(code: 2)))
  }
}
