import CoreEngine
import Synchronization

extension Workload {
  /// Effects that start, act once and end, until all have.
  static var asyncEffects: [Workload] {
    let n = 20_000
    return [
      Workload(name: "async/effect started and finished", operations: n) {
        [
          .ours(async: {
            let core = CountingCore()
            return await ContinuousClock().measure {
              for _ in 0..<n { core.dispatch(effect: { .increase }) }
              await core.settled()
              check(core.count == n && core.effects.isEmpty)
            }
          }),
          limit(n),
        ]
      },
      Workload(name: "async/effect with an id started and finished", operations: n) {
        [
          .ours(async: {
            let core = CountingCore()
            return await ContinuousClock().measure {
              for id in 0..<n {
                core.dispatch(effect: { .increase }, id: id, policy: .ignoreIfRunning)
              }
              await core.settled()
              check(core.count == n && core.effects.isEmpty)
            }
          }),
          limit(n),
        ]
      },
    ]
  }

  private static func limit(_ n: Int) -> Contender {
    .limit(
      "a task into a dictionary and out of it",
      async: {
        let effects = PlainAsyncEffects()
        let latch = Latch(n)
        return await ContinuousClock().measure {
          for id in 0..<n { effects.run(id, latch) }
          await latch.wait()
          let count = await effects.actor.state.count
          check(count == n && effects.isEmpty)
        }
      })
  }
}

/// The limit: an effect is a task that acts on an actor, and stands in a dictionary while it runs.
private final class PlainAsyncEffects: Sendable {
  private struct Running {
    var tasks: [Int: Task<Void, Never>?] = [:]
  }

  let actor = PlainActor()
  private let running = Mutex(Running())

  var isEmpty: Bool { running.withLock { $0.tasks.isEmpty } }

  func run(_ id: Int, _ latch: Latch) {
    running.withLock { $0.tasks[id] = .some(nil) }
    let task = Task { [actor] in
      await actor.action(.increase)
      running.withLock { _ = $0.tasks.removeValue(forKey: id) }
      latch.arrive()
    }
    running.withLock { if $0.tasks[id] != nil { $0.tasks[id] = task } }
  }
}
