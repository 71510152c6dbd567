import CoreEngineAsync
import CoreEngineStreams

extension Case {
  private static let count = 100_000

  static let hundredThousand = Case(
    "R-100K", "100,000 values, each sent from the sink of the one before, to three sinks"
  ) { (_: inout _) in
    let passthrough = PassthroughSubject<Int, Never>()
    chain(passthrough.eraseToAnyPublisher(), passthrough.send)
    let current = CurrentValueSubject<Int, Never>(0)
    chain(current.eraseToAnyPublisher(), current.send)
    final class Owner { @Published var value = 0 }
    let owner = Owner()
    chain(owner.$value.eraseToAnyPublisher()) { owner.value = $0 }
    let core = CountingCore()
    chain(core.$state.map(\.count).eraseToAnyPublisher()) { _ in core.action(1) }
    let other = CountingCore()
    chain(other.$state.map(\.count).eraseToAnyPublisher()) { _ in other.dispatch(effect: Just(1)) }
    expect(other.subscription.isEmpty, "effects were left behind")
    return count * 5
  }

  /// The second of three sinks sends what follows.
  private static func chain(_ publisher: AnyPublisher<Int, Never>, _ send: @escaping (Int) -> Void)
  {
    var seen = [0, 0, 0]
    let tokens = (0..<3).map { index in
      publisher.sink { value in
        guard value > 0 else { return }
        expect(value == seen[index] + 1, "\(value) came after \(seen[index])")
        seen[index] = value
        if index == 1, value < count { send(value + 1) }
      }
    }
    send(1)
    expect(seen == [count, count, count], "stopped at \(seen)")
    withExtendedLifetime(tokens) {}
  }

  static let hundredThousandActions = Case(
    "R-100K-ASYNC", "100,000 actions of an AsyncCore, each handed over by the reduction before"
  ) { (random: inout _) async in
    let awaits = Bool.random(using: &random)
    let core = ClosureCore<Int, Int>(0) { core, state, action in
      expect(action == state + 1, "\(action) came after \(state)")
      if action < count {
        if awaits { await core.action(action + 1) } else { core.send(action + 1) }
      }
      return action
    }
    await core.action(1)
    await core.settled()
    expect(core.currentState == count, "stopped at \(core.currentState)")
    return count
  }
}
