import CoreEngine
import Testing

@Suite struct AnyCoreExampleTests {
  typealias MainCore = AnyCoreExample.MainCore

  @Test func `The gap is a jump when dispatched and whenever it changes`() {
    let core = MainCore()
    core.tenJumpAction()
    #expect(core.count == 10)
    core.tenGap = 20
    #expect(core.count == 30)
    core(.increase, .decrease, .jump(-30))
    #expect(core.count == 0)
  }

  @Test func `Dispatching the gap again adds a second jump to each change`() {
    let core = MainCore()
    core.tenJumpAction()
    core.tenJumpAction()
    #expect(core.count == 20)
    core.tenGap = 1
    #expect(core.count == 22)
    #expect(core.subscription.count == 2)
  }

  @Test(arguments: [
    (MyError() as any Error, ["MyError()"]), (APIError(status: 500), ["status 500"]),
  ])
  func `Errors are told apart by their type`(error: any Error, handled: [String]) {
    let core = SessionService.$answer.withValue(.failure(error)) { MainCore() }
    #expect(core.handled == handled)
    #expect(core.count == 0)
  }
}
