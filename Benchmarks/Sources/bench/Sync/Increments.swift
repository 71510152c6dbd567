import CoreEngine

extension Workload {
  /// 100,000 and 1,000,000 increments.
  ///
  /// The compiler does not know the actions, or the loops would become multiplications. It may
  /// inline `action`, as it may for a client; what that is worth is seen beside the same in a
  /// function that is not inlined, where Swift checks each access to the state for exclusivity.
  static var increments: [Workload] {
    [100_000, 1_000_000].flatMap(increments) + [called]
  }

  private static func increments(_ n: Int) -> [Workload] {
    let steps = steps(n)
    return [
      Workload(name: "sync/action, stored state/\(n)", operations: n) {
        let core = StoredCore()
        return [
          .ours { expect(n, more: core) { for step in steps { core.action(step) } } },
          plain(steps, atMost: 1.2),
        ]
      },
      Workload(name: "sync/core(.a), stored state/\(n)", operations: n) {
        let core = StoredCore()
        return [
          .ours { expect(n, more: core) { for step in steps { core(step) } } },
          plain(steps),
        ]
      },
      Workload(name: "sync/action in place/\(n)", operations: n) {
        let core = InPlaceCore()
        return [
          .ours { expect(n, more: core) { for step in steps { core.action(step) } } },
          plain(steps, atMost: 1.3),
        ]
      },
      Workload(name: "sync/action, @Published, no subscriber/\(n)", operations: n) {
        let core = PublishedCore()
        let store = PlainStore { $0.after($1) }
        return [
          .ours { expect(n, more: core) { for step in steps { core.action(step) } } },
          .limit("lock, stored closure, empty list", atMost: 1) {
            let before = store.state.count
            for step in steps { store.action(step) }
            check(store.state.count == before + n)
          },
        ]
      },
    ]
  }

  private static var called: Workload {
    let steps = steps(1_000_000)
    return Workload(name: "sync/action, not inlined/\(steps.count)", operations: steps.count) {
      let core = StoredCore()
      return [
        .ours { expect(steps.count, more: core) { for step in steps { act(core, step) } } },
        plain(steps),
      ]
    }
  }

  private static func plain(_ steps: [Step], atMost: Double? = nil) -> Contender {
    let plain = PlainCounter()
    return .limit("non-inlined call", atMost: atMost) {
      let before = plain.state.count
      for step in steps { plain.action(step) }
      check(plain.state.count == before + steps.count)
    }
  }

  private static func expect(_ n: Int, more core: some Core<Count, Step>, _ body: () -> Void) {
    let before = core.state.count
    body()
    check(core.state.count == before + n)
  }
}

@inline(never) private func steps(_ n: Int) -> [Step] { Array(repeating: .increase, count: n) }

@inline(never) private func act(_ core: StoredCore, _ step: Step) { core.action(step) }
