import CoreEngineAsync
import CoreEngineTesting
import TestSupport

extension Case {
  static let pool = Case(
    "A-POOL", "64 loops, 64 senders and 64 effects share the threads that there are"
  ) { (random: inout SplitMix) async in
    let core = ClosureCore<Int, Int>.adder()
    let each = 20
    let total = 64 * each * 2
    let seeds = (0..<64).map { _ in random.next() }
    await withTaskGroup { group in
      for seed in seeds {
        let latest = seed.isMultiple(of: 2)
        group.addTask {
          let seen = await core.states(latest ? .latest : .every).all(through: total)
          let expected = latest ? Set(seen).sorted() : Array((seen.first ?? total)...total)
          expect(seen == expected, "not in order: \(seen)")
          expect(seen.last == total, "ended at \(seen)")
        }
        group.addTask {
          var random = SplitMix(seed: seed)
          for _ in 0..<each {
            if Bool.random(using: &random) { core.send(1) } else { await core.action(1) }
          }
        }
        core.dispatch(
          effect: { send in
            for _ in 0..<each { await send(1) }
          }, id: seed % 8, policy: latest ? .queue : .concurrent)
      }
    }
    await core.settled()
    expect(core.currentState == total, "\(core.currentState) of \(total)")
    return total
  }
}
