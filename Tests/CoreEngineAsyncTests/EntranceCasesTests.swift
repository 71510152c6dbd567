import CoreEngineAsync
import TestSupport
import Testing

/// What must hold wherever an action comes from.
@Suite(.timeLimit(.minutes(10))) struct EntranceCasesTests {
  private struct Item: Equatable, Sendable {
    var sender: Int
    var number: Int
  }

  @Test(arguments: Entrance.allCases)
  func `A-ORDER: each sender's order is kept, against rivals`(entrance: Entrance) async {
    for _ in 0..<2 {
      let log = Log<Item>()
      let core = TestCore<Int, Item>(0) { _, state, item in
        log.append(item)
        return state + 1
      }
      await withTaskGroup { group in
        for (sender, priority) in [TaskPriority.background, .high, .medium].enumerated() {
          group.addTask(priority: priority) {
            let items = (0..<300).map { Item(sender: sender, number: $0) }
            await (sender == 0 ? entrance : .send).hand(items, to: core)
          }
        }
      }
      await core.settled()
      for sender in 0..<3 {
        #expect(log.values.filter { $0.sender == sender }.map(\.number) == Array(0..<300))
      }
    }
  }

  @Test(arguments: Entrance.allCases)
  func `A-LOSTUPDATE: 8 tasks with actions that suspend lose none`(entrance: Entrance) async {
    let core = TestCore<Int, Int>(0) { _, state, number in
      await hop()
      return state + number
    }
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { await entrance.hand(Array(repeating: 1, count: 100), to: core) }
      }
    }
    await core.settled()
    #expect(core.currentState == 800)
  }

  @Test(arguments: Entrance.allCases)
  func `A-LOSTUPDATE: what comes while a reduction is suspended starts after it`(
    entrance: Entrance
  ) async {
    let gate = Gate()
    let log = Log<String>()
    let core = TestCore<[String], String>([]) { _, state, action in
      log.append("enter \(action)")
      if action == "slow" { await gate.pass() }
      log.append("exit \(action)")
      return state + [action]
    }
    let slow = Task { await entrance.hand(["slow"], to: core) }
    await gate.entered()
    let quick = Task { await entrance.hand(["quick"], to: core) }
    core.send("last")
    #expect(log.values == ["enter slow"])
    gate.open()
    await slow.value
    await quick.value
    await core.settled()
    #expect(log.values.prefix(2) == ["enter slow", "exit slow"])
    #expect(core.currentState.count == 3)
    for index in stride(from: 0, to: 6, by: 2) {
      #expect(log.values[index].dropFirst(6) == log.values[index + 1].dropFirst(5))
    }
  }

  @Test(arguments: Entrance.allCases)
  func `A-CONCSEND: 8 tasks act while others read and iterate`(entrance: Entrance) async {
    struct Pair: Equatable, Sendable {
      var left = 0
      var right = 0
    }
    let core = TestCore<Pair, Int>(Pair()) { _, state, number in
      Pair(left: state.left + number, right: state.right + number)
    }
    let total = 8 * 150
    let begun = Log<Bool>()
    let consumers = [
      Consumer(core.states.left.prefix { $0 < total }.announced(to: begun)),
      Consumer(core.states(.latest).map(\.left).prefix { $0 < total }.announced(to: begun)),
    ]
    _ = await begun.values(2)
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<15 {
            await entrance.hand(Array(repeating: 1, count: 10), to: core)
            let pair = core.currentState
            #expect(pair.left == pair.right)
          }
        }
      }
    }
    await core.settled()
    #expect(core.currentState == Pair(left: total, right: total))
    let every = await consumers[0].end()
    #expect(every == Array((every.first ?? 0)..<total))
    let latest = await consumers[1].end()
    #expect(zip(latest, latest.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test(arguments: Entrance.allCases)
  func `A-SUBMISS: who subscribes while the only action comes sees its state`(
    entrance: Entrance
  ) async {
    for round in 0..<150 {
      let core = TestCore<Int, Int>.adder()
      async let handed: Void = entrance.hand([1], to: core)
      let delivery: StateDelivery = round.isMultiple(of: 2) ? .every : .latest
      let seen = await core.states(delivery).prefix { $0 < 1 }.all()
      #expect(seen == [0] || seen == [])
      await handed
    }
  }

  @Test(arguments: Entrance.allCases)
  func `A-CONTLOCK: all on one thread, where each job runs behind others`(
    entrance: Entrance
  ) async {
    let executor = QueueExecutor()
    let core = QueuedCore(0, on: executor) { state, number in state + number }
    await withTaskExecutorPreference(executor) {
      await withTaskGroup { group in
        for _ in 0..<6 {
          group.addTask {
            for _ in 0..<10 {
              await entrance.hand([1, 1], to: core)
              core.dispatch(effect: { 0 }, id: 1, policy: .cancelPrevious)
              await core.settled()
            }
          }
          group.addTask { _ = await core.states.prefix { $0 < 120 }.all() }
          group.addTask {
            await withTaskGroup { group in
              for _ in 0..<10 {
                group.addTask { _ = await core.transitions.all() }
                group.addTask { await core.settled() }
              }
              group.cancelAll()
            }
          }
        }
      }
    }
    #expect(core.currentState == 120)
  }

  @Test(arguments: Entrance.allCases)
  func `A-PRECANCELLED: who is cancelled from the start hands over, and waits for nothing`(
    entrance: Entrance
  ) async {
    let core = TestCore<Int, Int>.adder()
    let gate = Gate()
    let blocker = core.dispatch(effect: {
      await gate.pass()
      return 0
    })
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      #expect(await core.states.all() == [])
      #expect(await core.transitions.all().isEmpty)
      await core.settled()
      await blocker.finished()
      await entrance.hand([1], to: core)
    }
    await task.value
    gate.open()
    await core.settled()
    #expect(core.currentState == 1)
    core.send(1)
    await core.settled()
    #expect(core.currentState == 2)
  }

  @Test(arguments: Entrance.allCases)
  func `A-RESUME1: value, cancel and end race for one that waits`(entrance: Entrance) async {
    for _ in 0..<100 {
      let owner = Owner(TestCore<Int, Int>.adder())
      let tasks = [
        Task { [states = owner.value!.states] in await states.all().count },
        Task { [states = owner.value!.states(.latest)] in await states.all().count },
        Task { [transitions = owner.value!.transitions] in await transitions.all().count },
        Task { [weak core = owner.value] in
          await core?.settled()
          return 0
        },
      ]
      async let handed: Void = entrance.hand([1], to: owner)
      async let released: Void = owner.release()
      for task in tasks { task.cancel() }
      for task in tasks { #expect(await task.value <= 2) }
      _ = await (released, handed)
    }
  }

  @Test(arguments: Entrance.allCases)
  func `A-FIRST: an iteration begins with the state it was made at`(entrance: Entrance) async {
    let owner = Owner(TestCore<Int, Int>.adder())
    let states = owner.value!.states
    var early = states.makeAsyncIterator()
    await entrance.hand([1], to: owner.value!)
    await owner.value!.settled()
    var late = states.makeAsyncIterator()
    owner.release()
    #expect(await early.rest() == [0, 1])
    #expect(await late.rest() == [1])
  }

  @Test(arguments: Entrance.allCases)
  func `A-MULTI: iterations over one sequence each get everything`(entrance: Entrance) async {
    let owner = Owner(TestCore<Int, Int>.adder())
    let states = owner.value!.states.map { $0 }
    let consumers = [Consumer(states), Consumer(states)]
    for consumer in consumers { await consumer.received(1) }
    await entrance.hand([1, 1, 1], to: owner.value!)
    await owner.value!.settled()
    owner.release()
    for consumer in consumers { #expect(await consumer.end() == [0, 1, 2, 3]) }
  }

  @Test(arguments: Entrance.allCases)
  func `A-WEAKLOOP, A-COREGONE: consumers do not keep the core, and end with it`(
    entrance: Entrance
  ) async {
    let probe = LifetimeProbe()
    let owner = Owner(TestCore<Int, Int>.adder(probe.object()))
    let consumers = [
      Consumer(owner.value!.states), Consumer(owner.value!.states.magnitude.map { Int($0) }),
    ]
    for consumer in consumers { await consumer.received(1) }
    await entrance.hand([1], to: owner.value!)
    for consumer in consumers { await consumer.received(2) }
    owner.release()
    await probe.falls(to: 0)
    for consumer in consumers { #expect(await consumer.end() == [0, 1]) }
  }

  @Test(arguments: Entrance.allCases)
  func `A-TASKHOLD: what was accepted is reduced, and then the core goes`(
    entrance: Entrance
  ) async {
    let probe = LifetimeProbe()
    let gate = Gate()
    let owner = Owner(
      TestCore<Int, Int>(0) { [object = probe.object()] _, state, number in
        withExtendedLifetime(object) {}
        await gate.pass()
        return state + number
      })
    var states = owner.value!.states.makeAsyncIterator()
    let task = Task { [core = Owner(owner.value!)] in
      let handing = core.value!
      core.release()
      await entrance.hand([1], to: handing)
    }
    await gate.entered()
    owner.release()
    gate.open()
    await task.value
    await probe.falls(to: 0)
    #expect(await states.rest() == [0, 1])
  }

  @Test(arguments: Entrance.allCases)
  func `A-SLOW: who wants the latest state holds no backlog`(entrance: Entrance) async {
    struct State: Equatable, Sendable {
      var number = 0
      var object: LifetimeProbe.Object

      static func == (left: State, right: State) -> Bool { left.number == right.number }
    }
    let probe = LifetimeProbe()
    let core = TestCore<State, Int>(State(object: probe.object())) { _, state, number in
      State(number: state.number + number, object: probe.object())
    }
    var slow = core.states(.latest).makeAsyncIterator()
    #expect(await slow.next()?.number == 0)
    await entrance.hand(Array(repeating: 1, count: 2_000), to: core)
    await core.settled()
    #expect(probe.maximum < 10)
    #expect(await slow.next()?.number == 2_000)
  }

  @Test(arguments: Entrance.allCases)
  func `A-THROW: an error is handled before what follows, and stops nothing`(
    entrance: Entrance
  ) async {
    let log = Log<String>()
    let gate = Gate()
    let core = TestCore<[Int], Int>(
      [],
      onError: { core, error in
        log.append("handle \(error)")
        core.send(100)
        await gate.pass()
        log.append("handled \(core.currentState)")
      },
      reduce: { _, state, number in
        log.append("\(number)")
        if number < 0 { throw TestError() }
        return state + [number]
      })
    let states = core.states.makeAsyncIterator()
    let task = Task { await entrance.hand([-1, 1], to: core) }
    await gate.entered()
    core.send(2)
    gate.open()
    await task.value
    await core.settled()
    #expect(log.values.prefix(3) == ["-1", "handle TestError()", "handled []"])
    #expect(Set(log.values.dropFirst(3)) == ["1", "2", "100"])
    #expect(core.currentState.sorted() == [1, 2, 100])
    var history = states
    var seen: [Int] = []
    for _ in 0..<4 { seen.append(await history.next()?.count ?? -1) }
    #expect(seen == [0, 1, 2, 3])
  }

  @Test(arguments: Entrance.allCases)
  func `A-CANCELERR: a CancellationError of what is not cancelled is reported`(
    entrance: Entrance
  ) async {
    let errors = Log<String>()
    let core = TestCore<Int, Int>(
      0, onError: { _, error in errors.append("\(error)") },
      reduce: { _, _, _ in throw CancellationError() })
    await entrance.hand([1, 1], to: core)
    await core.settled()
    #expect(errors.values == ["CancellationError()", "CancellationError()"])
  }

  @Test(arguments: [Entrance.action, .call])
  func `A-CANCELERR: what a cancelled caller's reducer throws is not reported`(
    entrance: Entrance
  ) async {
    let errors = Log<String>()
    let core = TestCore<Int, Int>(
      0, onError: { _, error in errors.append("\(error)") },
      reduce: { _, _, number in
        if number == 1 { throw CancellationError() }
        throw TestError()
      })
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await entrance.hand([1, 2], to: core)
    }
    await task.value
    #expect(errors.values == [])
  }

  @Test(arguments: Entrance.allCases)
  func `D-SELECT: a property is delivered when it changes, and no other`(
    entrance: Entrance
  ) async {
    struct State: Equatable, Sendable {
      var x = 0
      var y = 0
    }
    let owner = Owner(TestCore<State, State>(State()) { _, _, next in next })
    var xs = owner.value!.states.x.makeAsyncIterator()
    var selected = owner.value!.select(\.x).makeAsyncIterator()
    let ys = (1...5).map { State(y: $0) }
    await entrance.hand(ys + [State(x: 1, y: 5), State(x: 1, y: 6)], to: owner.value!)
    await owner.value!.settled()
    owner.release()
    #expect(await xs.rest() == [0, 1])
    #expect(await selected.rest() == [0, 1])
  }

  @Test(arguments: Entrance.allCases)
  func `D-NAN: a state that is unequal to itself is delivered once an action`(
    entrance: Entrance
  ) async {
    struct Rate: Equatable, Sendable { var rate = Double.nan }
    let owner = Owner(TestCore<Rate, Int>(Rate()) { _, state, _ in state })
    var every = owner.value!.states.makeAsyncIterator()
    var latest = owner.value!.states(.latest).makeAsyncIterator()
    await entrance.hand(Array(repeating: 0, count: 100), to: owner.value!)
    await owner.value!.settled()
    owner.release()
    #expect(await every.rest().count == 101)
    #expect(await latest.rest().count == 1)
  }

  @Test(arguments: Entrance.allCases)
  func `D-ONESHOT: what leaves the state as it was can be waited for`(entrance: Entrance) async {
    let reduced = Log<Int>()
    let owner = Owner(
      TestCore<Int, Int>(0) { _, state, number in
        reduced.append(number)
        return state
      })
    var states = owner.value!.states.makeAsyncIterator()
    await entrance.hand([1, 2], to: owner.value!)
    await owner.value!.settled()
    #expect(reduced.values == [1, 2])
    owner.release()
    #expect(await states.rest() == [0])
  }

  @Test(arguments: Entrance.allCases)
  func `A-POOL: 64 consumers and 64 senders on one core`(entrance: Entrance) async {
    let core = TestCore<Int, Int>.adder()
    let total = 64 * 10
    await withTaskGroup { group in
      for _ in 0..<64 {
        group.addTask {
          let seen = await core.states.all(through: total)
          #expect(seen == Array((seen.first ?? 0)...total))
        }
        group.addTask {
          await entrance.hand(Array(repeating: 1, count: 10), to: core)
          await core.settled()
        }
      }
    }
    #expect(core.currentState == total)
  }

  @Test func `A-PARKED: those who wait for an end or for rest, and are cancelled, leave nothing`()
    async
  {
    let probe = LifetimeProbe()
    let core = TestCore<Int, Int>.adder()
    let gate = Gate()
    let handle = core.dispatch(effect: {
      await gate.pass()
      return 1
    })
    for round in 0..<1_000 {
      let task = Task { [object = probe.object()] in
        withExtendedLifetime(object) {}
        if round.isMultiple(of: 2) { await core.settled() } else { await handle.finished() }
      }
      task.cancel()
      await task.value
    }
    await probe.falls(to: 0)
    gate.open()
    await core.settled()
    #expect(core.currentState == 1)
  }
}
