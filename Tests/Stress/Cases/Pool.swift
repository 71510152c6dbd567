import CoreEngineAsync
import CoreEngineTesting

extension Case {
  static let pool = Case(
    "A-POOL", "64 loops, 64 senders and 64 effects share the threads that there are"
  ) { (random: inout SplitMix) async in
    let core = ClosureCore<Int, Int>.adder()
    let each = 50
    let total = 64 * each * 2
    let seeds = (0..<64).map { _ in random.next() }
    await withTaskGroup { group in
      for seed in seeds {
        let latest = seed.isMultiple(of: 2)
        group.addTask {
          let seen = await core.states(latest ? .latest : .every).prefix { $0 < total }.all()
          let first = seen.first ?? 0
          if latest {
            expect(seen == Set(seen).sorted(), "not in order: \(seen)")
          } else {
            expect(seen == Array(first..<first + seen.count), "not in order: \(seen)")
            expect(seen.isEmpty || seen.last == total - 1, "ended at \(seen.last ?? 0)")
          }
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
