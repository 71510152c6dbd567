import CoreEngineAsync
import TestSupport
import Testing

/// Cores that go while their effects run, and handles that nobody keeps.
@Suite(.timeLimit(.minutes(10))) struct LifetimeScenarioTests {
  @Test(arguments: 0..<3)
  func `A core that goes ends its effect, whichever kind it is of`(kind: Int) async {
    let probe = LifetimeProbe()
    let started = Gate()
    started.open()
    var core: TestCore? = TestCore<Int, Int>.adder(probe.object())
    let forever = AsyncStream<Int> {
      await started.pass()
      await untilCancelled()
      return nil
    }
    let handle =
      switch kind {
      case 0: core?.dispatch(effect: forever)
      case 1:
        core?.dispatch {
          await started.pass()
          await untilCancelled()
          return 1
        }
      default:
        core?.dispatch { send in
          await started.pass()
          await untilCancelled()
          await send(1)
        }
      }
    await started.entered()
    core = nil
    await probe.falls(to: 0)
    await handle?.finished()
  }

  @Test @MainActor func `So does one that is let go of on the main actor, before it began`() async {
    let probe = LifetimeProbe()
    var core: TestCore? = TestCore<Int, Int>.adder(probe.object())
    let handle = core?.dispatch { @MainActor send in await untilCancelled() }
    core = nil
    await probe.falls(to: 0)
    await handle?.finished()
  }

  @Test func `What an effect captured is released when it ends, though its handle is kept`() async {
    let probe = LifetimeProbe()
    let core = TestCore<Int, Int>.adder()
    var handles: [EffectHandle] = []
    for id in 0..<3 {
      let object = probe.object()
      handles.append(
        core.dispatch(
          effect: {
            withExtendedLifetime(object) {}
            if id == 1 { await untilCancelled() }
            return 1
          }, id: id == 2 ? 1 : id, policy: .queue))
    }
    core.cancelEffect(id: 1)
    await probe.falls(to: 0)
    for handle in handles { await handle.finished() }
    await core.settled()
    #expect(core.currentState == 1)
  }

  @Test func `An effect goes on though its handle is dropped`() async {
    let gate = Gate()
    let core = TestCore<Int, Int>.adder()
    do {
      let handle = core.dispatch {
        await gate.pass()
        return 1
      }
      await gate.entered()
      _ = handle
    }
    gate.open()
    await core.settled()
    #expect(core.currentState == 1)
  }

  @Test func `A selection outlives the sequence that it was made of`() async {
    struct Child: Equatable, Sendable { var count = 0 }
    struct Parent: Equatable, Sendable { var child = Child() }
    let owner = Owner(
      TestCore<Parent, Int>(Parent()) { Parent(child: Child(count: $1.child.count + $2)) })
    var child: AsyncCoreSelection? = owner.value!.states.child
    var counts = child!.count.makeAsyncIterator()
    child = nil
    await owner.value?(1, 0, 1)
    owner.release()
    #expect(await counts.rest() == [0, 1, 2])
  }
}
