import CoreEngine

extension Workload {
  /// Effects that start and finish at once, with an action each.
  static var effects: [Workload] {
    let n = 50_000
    return [
      Workload(name: "streams/effect started and finished", operations: n) {
        let core = CountingPublisherCore()
        return [
          .ours {
            let before = core.count
            for _ in 0..<n { core.dispatch(effect: Just(Step.increase)) }
            check(core.count == before + n && core.subscription.isEmpty)
          },
          limit(n),
        ]
      },
      Workload(name: "streams/effect with an id started and finished", operations: n) {
        let core = CountingPublisherCore()
        return [
          .ours {
            let before = core.count
            for _ in 0..<n {
              core.dispatch(effect: Just(Step.increase), id: 1, policy: .cancelPrevious)
            }
            check(core.count == before + n && core.subscription.isEmpty)
          },
          limit(n),
        ]
      },
    ]
  }

  private static func limit(_ n: Int) -> Contender {
    let plain = PlainEffects()
    return .limit("a token into a set and out of it") {
      let before = plain.state.count
      for _ in 0..<n { plain.run { $0(.increase) } }
      check(plain.state.count == before + n && plain.running.isEmpty)
    }
  }
}

/// The limit: an effect is a closure that gets a function to send with, and a token in a set while it
/// runs.
private final class PlainEffects {
  final class Token: Hashable {
    static func == (left: Token, right: Token) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  var state = Count()
  var running: Set<Token> = []

  @inline(never)
  func run(_ effect: (@escaping (Step) -> Void) -> Void) {
    let token = Token()
    running.insert(token)
    effect { [weak self] in self?.action($0) }
    running.remove(token)
  }

  @inline(never)
  private func action(_ step: Step) { state = state.after(step) }
}
