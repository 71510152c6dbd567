import CoreEngineStreams
import Testing

@Suite struct DeferredTests {
  @Test func `Each subscriber gets a publisher of its own, made when it subscribes`() {
    var made = 0
    let deferred = Deferred {
      made += 1
      return Just(made)
    }
    #expect(made == 0)
    #expect(deferred.record().history == [1, .finished])
    #expect(deferred.record().history == [2, .finished])
    #expect(made == 2)
  }

  @Test func `It ends as what it has made`() {
    let deferred = Deferred { Fail<Int, Failed>(error: Failed(code: 1)) }
    #expect(deferred.record().history == [.failure(Failed(code: 1))])
  }
}
