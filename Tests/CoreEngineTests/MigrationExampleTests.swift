import CoreEngine
import Testing

@Suite struct MigrationExampleTests {
  @Test func `A core with one stored property and a synchronous init works`() async {
    let core = MigrationExample.callSite()
    var names = core.states.name.makeAsyncIterator()
    #expect(core.currentState.name == "")
    core.send(.rename("one"))
    await core.action(.rename("two"))
    #expect(core.currentState.name == "two")
    #expect(await names.next() == "")
    #expect(await names.next() == "one")
    #expect(await names.next() == "two")
  }

  @Test func `Core's action is still called the same way, and can be passed on as a function`() {
    let core = CoreExample.MainCore()
    let send = core.action
    core.action(.increase)
    send(.increase)
    #expect(core.count == 2)
  }
}
