import CoreEngineAsync
import CoreEngineStreams
import Feature

struct Offline: Error {}

@main
struct App {
  static func main() async {
    let core = FeatureCore()
    let token = core.$state.map(\.count).sink { print("streams: \($0)") }
    core(.increase, .increase)
    core.dispatch(effect: Just(FeatureCore.Action.set(9)))
    core.dispatch(effect: Fail<FeatureCore.Action, Offline>(error: Offline()))
    print("streams: \(core.count), errors: \(core.errors)")
    token.cancel()

    let actor = FeatureActor()
    await actor(.increase, .fail)
    await actor.action(.increase)
    print("async: \(actor.currentState.count), errors: \(await actor.errors)")
    for await count in actor.states.map(\.count) {
      print("async: \(count)")
      if count == 3 { break }
      increase(actor)
    }

    let existential: any AsyncCore<FeatureActor.State, FeatureActor.Action> = actor
    await existential.action(.increase)
    print("async: \(existential.count)")
  }

  static func increase<C: AsyncCore>(_ core: C) where C.Action == FeatureActor.Action {
    core.send(.increase)
  }
}
