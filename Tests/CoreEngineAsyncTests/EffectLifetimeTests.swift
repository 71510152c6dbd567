import CoreEngineAsync
import TestSupport
import Testing

/// What an effect holds, and for how long.
@Suite(.timeLimit(.minutes(10))) struct EffectLifetimeTests {
  /// An id that is an object.
  private final class Key: Hashable, Sendable {
    let number: Int
    private let object: LifetimeProbe.Object
    private let onDeinit: (@Sendable () -> Void)?

    init(_ number: Int, _ probe: LifetimeProbe, onDeinit: (@Sendable () -> Void)? = nil) {
      self.number = number
      object = probe.object()
      self.onDeinit = onDeinit
    }

    deinit { onDeinit?() }

    static func == (left: Key, right: Key) -> Bool { left.number == right.number }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private enum Ending: CaseIterable {
    case returned, threw, cancelledWhileRunning, cancelledInQueue, cancelledInDebounce, refused
    case deadline
  }

  @Test(arguments: Ending.allCases)
  private func `Closures, ids and what they hold go when the effect ends, not with its handle`(
    ending: Ending
  ) async {
    let probe = LifetimeProbe()
    let core = TestCore<Int, Int>.adder()
    let clock = TestClock()
    let gate = Gate()
    let blocker = core.dispatch(
      effect: {
        await gate.pass()
        return nil
      }, id: 1)
    await gate.entered()
    let policy: AsyncEffectPolicy =
      switch ending {
      case .cancelledInQueue: .queue
      case .cancelledInDebounce: .debounce(.seconds(1))
      case .refused: .ignoreIfRunning
      case .returned, .threw, .cancelledWhileRunning, .deadline: .concurrent
      }
    let key = ending == .refused || ending == .cancelledInQueue ? 1 : 2
    let started = Gate()
    started.open()
    func dispatch() -> EffectHandle {
      let object = probe.object()
      let work: @Sendable () async throws -> Int? = {
        await started.pass()
        withExtendedLifetime(object) {}
        if ending == .threw { throw TestError() }
        if ending != .returned { await untilCancelled() }
        return 1
      }
      let deadline: Duration? = ending == .deadline ? .seconds(1) : nil
      if key == 1 {
        return core.dispatch(effect: work, id: key, policy: policy, clock: clock)
      }
      return core.dispatch(
        effect: work, id: Key(key, probe), policy: policy, deadline: deadline, clock: clock)
    }
    let handle = dispatch()
    switch ending {
    case .returned, .threw, .refused: break
    case .cancelledWhileRunning:
      await started.entered()
      handle.cancel()
    case .cancelledInQueue: handle.cancel()
    case .cancelledInDebounce:
      await clock.sleepers(1)
      handle.cancel()
    case .deadline:
      await clock.sleepers(1)
      await clock.advance(by: .seconds(1))
    }
    await handle.finished()
    #expect(probe.count == 0)
    gate.open()
    await blocker.finished()
    withExtendedLifetime(handle) {}
  }

  @Test func `An id may use the core when it goes`() async {
    let probe = LifetimeProbe()
    let core = TestCore<Int, Int>.adder()
    for number in 0..<100 {
      let gates = [Gate(), Gate()]
      // The group is named by the id of its first effect, which goes with the last one.
      let handles = gates.map { gate in
        core.dispatch(
          effect: {
            await gate.pass()
            return 1
          },
          id: Key(1, probe) { [weak core] in
            guard let core else { return }
            _ = core.effects
            core.cancelEffect(id: 5)
            core.dispatch(effect: { 1 }, id: 6, policy: .cancelPrevious).cancel()
            core.send(0)
          })
      }
      // It is the last one of all, or not.
      let other = Gate()
      if number.isMultiple(of: 2) {
        core.dispatch(effect: {
          await other.pass()
          return nil
        })
      }
      gates[0].open()
      await handles[0].finished()
      #expect(probe.count == 2)
      gates[1].open()
      await probe.falls(to: 0)
      other.open()
      await core.settled()
    }
    await core.settled()
    await probe.falls(to: 0)
  }

  @Test func `A send that is kept does not keep what its effect held, nor the core`() async {
    let probe = LifetimeProbe()
    let closures = LifetimeProbe()
    let kept = Log<@Sendable (Int) async -> Void>()
    let owner = Owner(TestCore<Int, Int>.adder(probe.object()))
    let handle = owner.value!.dispatch(
      effect: { [object = closures.object()] send in
        withExtendedLifetime(object) {}
        kept.append(send)
      }, id: Key(1, closures))
    await handle.finished()
    #expect(closures.count == 0)
    let send = kept.values[0]
    await send(1)
    #expect(owner.value?.currentState == 1)
    handle.cancel()
    await send(1)
    #expect(owner.value?.currentState == 1)
    owner.release()
    await probe.falls(to: 0)
    await send(1)
  }

  @Test(arguments: [true, false])
  func `Who waits for its end goes on after it has let go of its id and closure`(runs: Bool) async {
    let probe = LifetimeProbe()
    let core = TestCore<Int, Int>.adder()
    let gate = Gate()
    let blocker = core.dispatch(
      effect: {
        await gate.pass()
        return nil
      }, id: "1")
    await gate.entered()
    let go = Gate()
    func dispatch() -> EffectHandle {
      let object = probe.object()
      return core.dispatch(
        effect: {
          await go.pass()
          return withExtendedLifetime(object) { nil }
        }, id: Key(1, probe))
    }
    func dispatchInQueue() -> EffectHandle {
      let object = probe.object()
      return core.dispatch(
        effect: { withExtendedLifetime(object) { nil } }, id: "1", policy: .queue)
    }
    let handle = runs ? dispatch() : dispatchInQueue()
    if runs { await go.entered() }
    let left = Log<Int>()
    let waiting = Task(executorPreference: InlineExecutor()) {
      await handle.finished()
      left.append(probe.count)
    }
    if runs { go.open() } else { handle.cancel() }
    await waiting.value
    #expect(left.values == [0])
    gate.open()
    await blocker.finished()
  }
}
