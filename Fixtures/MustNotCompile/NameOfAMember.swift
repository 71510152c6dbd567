// C-DYNAMIC: a member of the core is never taken for the state's property of the same name.
// expected: cannot convert value of type '(Int) -> ()' to specified type 'String'
import CoreEngineSync

final class Namesake: Core {
  struct State: Equatable, Sendable { var action = "of the state" }

  var state = State()

  func reduce(state: State, action: Int) -> State { state }
}

func read(_ core: Namesake) {
  let throughState: String = core.state.action
  let method: (Int) -> Void = core.action
  #if REFUSED
    let wrong: String = core.action
  #endif
  method(throughState.count)
}
