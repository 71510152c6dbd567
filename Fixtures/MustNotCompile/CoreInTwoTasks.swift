// expected: sending 'core' risks causing data races
import CoreEngineSync

final class Counter: Core {
  var state = 0

  func reduce(state: Int, action: Int) -> Int { state + action }
}

func count() async {
  let core = Counter()
  async let one: Void = core.action(1)
  #if REFUSED
    core.action(2)
  #endif
  await one
}
