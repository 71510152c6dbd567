import CoreEngine
import Testing

@Suite struct PublisherCoreExampleTests {
  typealias MainCore = PublisherCoreExample.MainCore

  @Test func `The effect of init sets the number`() {
    let core = SessionService.$answer.withValue(.success(42)) { MainCore() }
    #expect(core.count == 42)
    #expect(core.handled.isEmpty)
    #expect(core.subscription.isEmpty)
    core(.increase, .increase, .decrease)
    #expect(core.count == 43)
  }

  @Test func `An effect that fails reaches handleError and changes nothing`() {
    let core = SessionService.$answer.withValue(.failure(MyError())) { MainCore() }
    #expect(core.count == 0)
    #expect(core.handled as? [MyError] == [MyError()])
    core.action(.increase)
    #expect(core.count == 1)
  }

  @Test func `Any publisher of actions is an effect, whatever its failure type`() {
    let core = MainCore()
    let failing: any Publisher<MainCore.Action, any Error> =
      Just(.setNumber(1)).setFailureType(to: (any Error).self)
    let neverFailing: any Publisher<MainCore.Action, Never> = Just(.increase)
    core.dispatch(effect: failing)
    core.dispatch(effect: neverFailing)
    core.dispatch(effect: [.increase, .increase].publisher)
    core.dispatch(effect: Fail(error: APIError(status: 404)))
    #expect(core.count == 4)
    #expect(core.handled as? [APIError] == [APIError(status: 404)])
    #expect(core.subscription.isEmpty)
  }
}
