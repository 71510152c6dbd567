import CoreEngineSync
import Testing

/// S2: `core(.a, .b)` is `core.action(.a); core.action(.b)`.
@Suite struct S2CallContractTests {
  /// Wraps `action`, in a way that a subclass can wrap again.
  class Logged: Core {
    var state = ""
    var log: [String] = []

    func action(_ action: Character) {
      log.append("begin \(action)")
      state = reduce(state: state, action: action)
      log.append("end \(action)")
    }

    func reduce(state: String, action: Character) -> String { state + String(action) }
  }

  final class TwiceLogged: Logged {
    override func action(_ action: Character) {
      log.append("outer \(action)")
      super.action(action)
    }
  }

  @Test func `Several actions are reduced from left to right, and each is stored`() {
    let story = Story()
    story(.a, .b, .nothing, .c)
    #expect(story.reduced == [.a, .b, .nothing, .c])
    #expect(story.stored == ["a", "ab", "abc"])
  }

  @Test func `Without actions it does nothing`() {
    let story = Story()
    story()
    #expect(story.reduced == [])
    #expect(story.stored == [])
  }

  @Test func `It goes through the conformer's own action`() {
    let core = Logged()
    core("x", "y")
    #expect(core.log == ["begin x", "end x", "begin y", "end y"])
    #expect(core.state == "xy")
  }

  @Test func `It goes through a subclass's action, from generic code too`() {
    func act<C: Core<String, Character>>(on core: C) { core.action("x") }
    let core = TwiceLogged()
    act(on: core as Logged)
    (core as Logged)("y", "z")
    #expect(core.log.filter { $0.hasPrefix("outer") } == ["outer x", "outer y", "outer z"])
    #expect(core.state == "xyz")
  }
}
