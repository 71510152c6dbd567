import CoreEngineAsync
import Observation
import TestSupport
import Testing

/// `@Observable` objects before and behind a core.
@Suite(.timeLimit(.minutes(10))) struct ObservationsInteroperabilityTests {
  @MainActor @Observable final class Model {
    var count = 0

    init() {}

    /// Shows a core until that is gone.
    func show(_ counts: some AsyncSequence<Int, Never>) async {
      for await count in counts { self.count = count }
    }
  }

  @Test @MainActor func `A model on the main actor is fed by a core`() async {
    let owner = Owner(TestCore<Int, Int>.adder())
    let model = Model()
    let shown = Log<Int>()
    let observer = Task {
      for await count in Observations({ model.count }) {
        shown.append(count)
        if count == 3 { return }
      }
    }
    _ = await shown.values(1)
    let showing = Task { [counts = owner.value!.states] in await model.show(counts) }
    await owner.value?(1, 2)
    owner.release()
    await showing.value
    await observer.value
    #expect(model.count == 3)
    #expect(shown.values.first == 0)
    #expect(shown.values.last == 3)
  }

  @Test @MainActor func `A core is fed by an effect that observes a model`() async {
    let core = TestCore<[Int], Int>.recorder()
    let model = Model()
    let states = Consumer(core.states)
    core.dispatch(effect: Observations { model.count }, id: "model")
    for count in 1...3 {
      // The empty state, and one for each count before.
      await states.received(count + 1)
      model.count = count
    }
    await states.received(5)
    core.cancelEffect(id: "model")
    await core.settled()
    model.count = 4
    #expect(core.currentState == [0, 1, 2, 3])
    states.cancel()
  }

  @Test @MainActor func `A core that is gone stops observing`() async {
    let probe = LifetimeProbe()
    var core: TestCore? = TestCore<Int, Int>.adder(probe.object())
    let model = Model()
    let counts = Observations { model.count }
    let handle = core?.dispatch { send in for await count in counts { await send(count) } }
    core = nil
    await probe.falls(to: 0)
    await handle?.finished()
  }
}
