import CoreEngine
import Synchronization

extension Workload {
  /// One store, many subscribers of one of its properties, which changes with each action or never.
  static var fanOut: [Workload] {
    [1, 10, 100, 1_000].flatMap { subscribers in
      [
        fanOut("changing", subscribers, changes: true),
        fanOut("not changing", subscribers, changes: false),
      ]
    }
  }

  private static func fanOut(_ name: String, _ subscribers: Int, changes: Bool) -> Workload {
    let actions = 200_000 / subscribers
    let name = "streams/fan-out, \(name)/\(subscribers)"
    return Workload(name: name, operations: actions * subscribers) {
      let core = PairCore()
      let (sum, plainSum) = (Sum(), Sum())
      let tokens = (0..<subscribers).map { _ in
        core.$state.map(\.seen).removeDuplicates().sink { sum.add($0) }
      }
      let plain = PlainPair()
      for _ in 0..<subscribers { plain.add { plainSum.add($0) } }
      return [
        .ours {
          core.state = Pair()
          _ = sum.take()
          for _ in 0..<actions { core.action(changes) }
          let total = changes ? (1...actions).reduce(0, +) * subscribers : 0
          check(sum.take() == total)
          withExtendedLifetime(tokens) {}
        },
        .limit("closures under one lock", atMost: 1.5) {
          plain.state = Pair()
          _ = plainSum.take()
          for _ in 0..<actions { plain.action(changes) }
          let total = changes ? (1...actions).reduce(0, +) * subscribers : 0
          check(plainSum.take() == total)
        },
      ]
    }
  }
}

private struct Pair: Equatable, Sendable {
  var seen = 0
  var unseen = 0

  func after(_ isSeen: Bool) -> Pair {
    isSeen ? Pair(seen: seen + 1, unseen: unseen) : Pair(seen: seen, unseen: unseen + 1)
  }
}

private final class PairCore: Core {
  @Published var state = Pair()

  func reduce(state: Pair, action: Bool) -> Pair { state.after(action) }
}

/// The limit: an array of closures, all called with the property under one lock.
private final class PlainPair {
  private let lock = Mutex(())
  private var listeners: [(Int) -> Void] = []
  var state = Pair()

  func add(_ listener: @escaping (Int) -> Void) { listeners.append(listener) }

  @inline(never)
  func action(_ isSeen: Bool) {
    lock.withLock { _ in
      state = state.after(isSeen)
      for listener in listeners { listener(state.seen) }
    }
  }
}
