import CoreEngine

extension Workload {
  /// 100,000 and 1,000,000 increments. Each is a call that is not inlined, or the loops would become
  /// multiplications.
  static var increments: [Workload] { [100_000, 1_000_000].flatMap(increments) }

  private static func increments(_ n: Int) -> [Workload] {
    [
      Workload(name: "sync/action, stored state/\(n)", operations: n) {
        let core = StoredCore()
        return [
          .ours {
            let before = core.count
            for _ in 0..<n { increase(core) }
            check(core.count == before + n)
          },
          plain(n, atMost: 1.2),
        ]
      },
      Workload(name: "sync/core(.a), stored state/\(n)", operations: n) {
        let core = StoredCore()
        return [
          .ours {
            let before = core.count
            for _ in 0..<n { callIncrease(core) }
            check(core.count == before + n)
          },
          plain(n),
        ]
      },
      Workload(name: "sync/action in place/\(n)", operations: n) {
        let core = InPlaceCore()
        return [
          .ours {
            let before = core.count
            for _ in 0..<n { increase(core) }
            check(core.count == before + n)
          },
          plain(n, atMost: 1.3),
        ]
      },
      Workload(name: "sync/action, @Published, no subscriber/\(n)", operations: n) {
        let core = PublishedCore()
        let store = PlainStore { $0.after($1) }
        return [
          .ours {
            let before = core.count
            for _ in 0..<n { increase(core) }
            check(core.count == before + n)
          },
          .limit("lock, stored closure, empty list", atMost: 1) {
            let before = store.state.count
            for _ in 0..<n { store.action(.increase) }
            check(store.state.count == before + n)
          },
        ]
      },
    ]
  }

  private static func plain(_ n: Int, atMost: Double? = nil) -> Contender {
    let plain = PlainCounter()
    return .limit("non-inlined call", atMost: atMost) {
      let before = plain.state.count
      for _ in 0..<n { plain.increase() }
      check(plain.state.count == before + n)
    }
  }
}

@inline(never) private func increase(_ core: StoredCore) { core.action(.increase) }
@inline(never) private func callIncrease(_ core: StoredCore) { core(.increase) }
@inline(never) private func increase(_ core: InPlaceCore) { core.action(.increase) }
@inline(never) private func increase(_ core: PublishedCore) { core.action(.increase) }
