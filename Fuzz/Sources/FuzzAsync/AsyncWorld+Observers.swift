import CoreEngineAsync
import TestSupport

extension AsyncWorld {
  // MARK: States and transitions

  func observe() {
    guard let core = owner else { return }
    let number = observers.count
    let kind = chooser.choose(of: Observer.Kind.allCases)
    note("observe \(number): \(kind)")
    observers.append(Observer(kind: kind))
    observers[number].task =
      switch kind {
      case .every: observe(number, core.states) { $0.sum }
      case .latest: observe(number, core.states(.latest)) { $0.sum }
      case .selection: observe(number, core.select { $0.sum / 2 }) { $0 }
      case .newestSelection: observe(number, core.select(.latest) { $0.sum / 2 }) { $0 }
      case .transitions: observe(number, core.transitions) { [unowned self] in told($0) }
      }
  }

  private func observe<Sequence: AsyncSequence & Sendable>(
    _ number: Int, _ sequence: Sequence, _ value: @escaping @Sendable (Sequence.Element) -> Int
  ) -> Task<Void, Never> where Sequence.Failure == Never {
    let object = probe.object()
    return start { [unowned self] in
      withExtendedLifetime(object) {}
      observers[number].hasBegun = true
      observers[number].next =
        observers[number].kind == .transitions ? heard : model.states.count - 1
      for await element in sequence {
        received(value(element), by: number)
        while observers[number].isPaused, !isOver {
          observers[number].isHeld = true
          await passGate(0)
          observers[number].isHeld = false
        }
      }
      note("observer \(number) ends")
      observers[number].hasEnded = true
    }
  }

  /// How many reductions have begun.
  private var heard: Int { model.reductions.count + (model.current == nil ? 0 : 1) }

  private func received(_ value: Int, by number: Int) {
    note("observer \(number) gets \(value)")
    var observer = observers[number]
    if observer.isCancelled {
      model.fail("observer \(number) gets \(value) after it was cancelled")
    }
    let expected = expect(&observer)
    if value != expected { model.fail("observer \(number) gets \(value), not \(expected ?? -1)") }
    observers[number] = observer
  }

  /// What an observer has to get next; `nil` if there is nothing.
  private func expect(_ observer: inout Observer) -> Int? {
    switch observer.kind {
    case .every:
      guard observer.next < model.states.count else { return nil }
      defer { observer.next += 1 }
      return model.states[observer.next].sum
    case .latest:
      guard observer.last == nil || observer.next < model.states.count else { return nil }
      observer.next = model.states.count
      observer.last = model.state.sum
      return observer.last
    case .selection, .newestSelection:
      if observer.kind == .newestSelection {
        observer.next = min(max(observer.next, model.states.count - 1), model.states.count)
      }
      while observer.next < model.states.count {
        let value = model.states[observer.next].sum / 2
        observer.next += 1
        if value != observer.last {
          observer.last = value
          return value
        }
      }
      return nil
    case .transitions:
      guard observer.next < model.reductions.count else { return nil }
      defer { observer.next += 1 }
      return model.reductions[observer.next].action.number
    }
  }

  /// Checks all of a transition but its place among the others.
  private func told(_ transition: Transition<State, Action>) -> Int {
    let number = transition.action.number
    guard let expected = model.reductions.first(where: { $0.action.number == number }) else {
      model.fail("a transition by \(number), which has not been reduced")
      return number
    }
    let cause: AsyncModel.Cause? =
      switch transition.cause {
      case .send: .send
      case .action: .action
      case .effect: if case .effect = expected.cause { expected.cause } else { nil }
      }
    let id: Int? = if case .effect(let id) = transition.cause { id as? Int } else { nil }
    let isRight =
      transition.stateBefore == expected.before && transition.stateAfter == expected.after
      && (transition.error as? Failure)?.number == expected.error && cause == expected.cause
    if !isRight { model.fail("the transition \(transition), not \(expected)") }
    if case .effect(let effect) = expected.cause, model.effects[effect].id != id {
      model.fail("the transition of effect \(effect) is said to be of \(id ?? -1)")
    }
    return number
  }

  func changeObserver() {
    guard !observers.isEmpty else { return }
    let number = chooser.choose(observers.count)
    if chooser.oneIn(2) {
      note("pause observer \(number)")
      observers[number].isPaused.toggle()
    } else {
      note("cancel observer \(number)")
      observers[number].isCancelled = true
      observers[number].task?.cancel()
    }
  }

  // MARK: Waiting

  func wait() {
    guard let core = owner else { return }
    let number = waiters.count
    switch chooser.choose(4) {
    case 0:
      let action = nextAction()
      note("wait \(number) for action \(action.number)")
      waiters.append(Waiter(kind: .action(action.number)))
      waiters[number].task = start { [unowned self] in
        note("action \(action.number)")
        model.hand(action, .action)
        await core.action(action)
        end(number)
      }
    case 1:
      note("wait \(number) until settled")
      waiters.append(Waiter(kind: .settled(since: 0)))
      waiters[number].task = start { [unowned self] in
        waiters[number] = Waiter(
          kind: .settled(since: model.isIdle ? model.idles - 1 : model.idles),
          task: waiters[number].task, isCancelled: waiters[number].isCancelled)
        await core.settled()
        end(number)
      }
    case 2:
      let seconds = chooser.choose(3)
      note("wait \(number) until settled, for \(seconds) s")
      waiters.append(Waiter(kind: .settled(since: 0)))
      waiters[number].task = start { [unowned self, clock] in
        await settle(number, core, for: seconds, clock)
      }
    default:
      guard !handles.isEmpty else { return }
      let effect = chooser.choose(handles.count)
      note("wait \(number) for effect \(effect)")
      waiters.append(Waiter(kind: .finished(effect)))
      waiters[number].task = start { [unowned self, handle = handles[effect]] in
        await handle.finished()
        end(number)
      }
    }
  }

  private func settle(_ number: Int, _ core: Core, for seconds: Int, _ clock: TestClock) async {
    waiters[number] = Waiter(
      kind: .settled(since: model.isIdle ? model.idles - 1 : model.idles),
      task: waiters[number].task, timeout: seconds * 1000, due: now + seconds * 1000,
      isCancelled: waiters[number].isCancelled)
    do {
      try await core.settled(timeout: .seconds(seconds), clock: clock)
      end(number)
    } catch let error as NotSettled {
      note("waiter \(number) gives up")
      let waiter = waiters[number]
      waiters[number].hasEnded = true
      if now < waiter.due { model.fail("waiter \(number) gives up too early") }
      if waiter.isCancelled { model.fail("waiter \(number) gives up, and was cancelled") }
      // What has its turn may yet have to begin, and what was cancelled waits for its turn, too.
      let isRight =
        error.timeout == .seconds(seconds) && (error.isReducing || !model.isReducing)
        && error.waitingActions + (error.isReducing ? 1 : 0)
          >= model.waitingActions + (model.isReducing ? 1 : 0)
        && error.effects.count >= model.running
        && (error.isReducing || error.waitingActions > 0 || !error.effects.isEmpty)
      if !isRight { model.fail("waiter \(number) says \(error)") }
    } catch {
      note("waiter \(number) is cancelled")
      waiters[number].hasEnded = true
      if !waiters[number].isCancelled || !(error is CancellationError) {
        model.fail("waiter \(number) throws \(error)")
      }
    }
  }

  private func end(_ number: Int) {
    note("waiter \(number) goes on")
    waiters[number].hasEnded = true
    if !isFulfilled(waiters[number]), !isOver { model.fail("waiter \(number) goes on too early") }
  }

  /// Whether what it waits for has come.
  private func isFulfilled(_ waiter: Waiter) -> Bool {
    switch waiter.kind {
    case .action(let action): model.done.contains(action)
    case .settled(let since): waiter.isCancelled || model.idles > since
    case .finished(let effect): waiter.isCancelled || model.isFinished(effect)
    }
  }

  // MARK: Checks

  /// What must be so at any time.
  func check() {
    guard let core else { return }
    if core.currentState != model.state {
      model.fail("the state is \(core.currentState), not \(model.state)")
    }
  }

  /// What must be so when nobody can go on.
  func checkRest() {
    for (number, observer) in observers.enumerated() where !observer.isHeld && !observer.hasEnded {
      if observer.isCancelled { model.fail("observer \(number) was cancelled, and goes on") }
      if core == nil { model.fail("observer \(number) has outlived the core") }
      var copy = observer
      if let value = expect(&copy) { model.fail("observer \(number) has not got \(value)") }
    }
    for (number, waiter) in waiters.enumerated() where !waiter.hasEnded && isFulfilled(waiter) {
      // It may have been done for a moment, as far as the model can tell, which has passed.
      if case .settled = waiter.kind, !waiter.isCancelled, !model.isIdle { continue }
      model.fail("waiter \(number) waits on")
    }
    for (number, waiter) in waiters.enumerated() where !waiter.hasEnded {
      guard let timeout = waiter.timeout else { continue }
      let latest = waiter.latest ?? now + timeout
      waiters[number].latest = latest
      if now >= latest { model.fail("waiter \(number) does not give up") }
    }
    guard let core else { return }
    if core.isIdle != model.isIdle { model.fail("the core says idle: \(core.isIdle)") }
    let effects = core.effects.map { ($0.id as? Int, $0.isCancelled) }
    let expected = model.effects.filter { !$0.isOver }.map { ($0.id, $0.isCancelled) }
    if !effects.elementsEqual(expected, by: ==) {
      model.fail("the effects are \(effects), not \(expected)")
    }
  }
}
