/// Runs a ``Program`` as plainly as can be: no erasing, no care for stack, threads or memory.
struct Model {
  typealias Outcome = Event<Int, Failed>
  typealias Receive = (Outcome) -> Void

  let inputs: [ModelSubject]
  let culprits = ModelCulprits()
  let time = ModelTime()

  func run(_ program: Program, _ life: Life, _ receive: @escaping Receive) {
    let send: Receive = { event in
      guard !life.isOver else { return }
      if event.isEnd { life.end() }
      receive(event)
    }
    switch program {
    case .input(let index): inputs[index].attach(send)
    case .values(let values, let fails):
      let end = fails ? Outcome.failure(Failed()) : .finished
      for event in values.map(Outcome.value) + [end] { send(event) }
    case .never: break
    case .stage(.prefix, 0, _): send(.finished)
    case .stage(let stage, let n, let upstream):
      let rule = stage.rule(n)
      run(upstream, life.part()) { event in
        let events = rule(event)
        if events.contains(where: \.isEnd) { life.close() }
        for event in events { send(event) }
      }
    case .merge: merge(program.merged, life, queued(life, send))
    case .combineLatest(let a, let b): combineLatest(a, b, life, queued(life, send))
    case .zip(let a, let b): zip(a, b, life, queued(life, send))
    case .flatMap(let upstream, let limit, let inner):
      flatMap(upstream, limit, inner, life, queued(life, send))
    case .switchToLatest(let upstream, let inner):
      switchToLatest(upstream, inner, life, queued(life, send))
    case .append(let a, let b), .prepend(let a, let b):
      var rest = [b]
      inTurn(a, life, program.isRow, send) { $0 == .finished ? rest.popLast() : nil }
    case .catch(let a, let b, let mayThrow):
      var rest = [b]
      inTurn(a, life, program.isRow, send) { (event) throws(Failed) in
        guard case .failure(let error) = event, let next = rest.popLast() else { return nil }
        if mayThrow, error.code % 2 == 1 { throw Failed(code: 50) }
        return .stage(.map, error.code, next)
      }
    case .retry(let upstream, var count):
      inTurn(upstream, life, true, send) { event in
        guard case .failure = event, count > 0 else { return nil }
        count -= 1
        return upstream
      }
    case .shared(let upstream): shared(upstream, life, queued(life, send))
    case .relayed(let upstream):
      // There is no token to cancel before this has returned.
      let part = Life()
      run(upstream, part, queued(life, send))
      life.add(part)
    case .unruly(let unruly):
      culprits.attach(unruly, life, unruly.isGuarded ? queued(life, send) : send)
    case .paced(let count, let fails, let n):
      paced(count, fails ? .failure(Failed()) : .finished, n, life, send)
    case .timed(let timed, let n, let upstream):
      self.timed(timed, n, upstream, life, queued(life, send))
    }
  }

  /// Where several meet: what comes in during a delivery waits for its end.
  private func queued(_ life: Life, _ send: @escaping Receive) -> Receive {
    var waiting: [Outcome] = []
    var isDelivering = false
    return { event in
      guard life.isOpen else { return }
      if event.isEnd { life.close() }
      waiting.append(event)
      if isDelivering { return }
      isDelivering = true
      while !waiting.isEmpty { send(waiting.removeFirst()) }
      isDelivering = false
    }
  }

  /// One begins when the one before has ended.
  ///
  /// - Parameter defers: Whether it waits until the call that began the one before has returned.
  private func inTurn(
    _ first: Program, _ life: Life, _ defers: Bool, _ send: @escaping Receive,
    next: @escaping (Outcome) throws(Failed) -> Program?
  ) {
    var due: Program?
    var isBeginning = false
    func begin(_ program: Program) {
      due = program
      if isBeginning { return }
      isBeginning = defers
      while life.isOpen, let program = due {
        due = nil
        run(program, life.part()) { event in
          guard event.isEnd else { return send(event) }
          do throws(Failed) {
            if let next = try next(event) { begin(next) } else { send(event) }
          } catch { send(.failure(error)) }
        }
      }
      isBeginning = false
    }
    begin(first)
  }

  private func merge(_ upstreams: [Program], _ life: Life, _ send: @escaping Receive) {
    var running = upstreams.count
    if running == 0 { send(.finished) }
    for upstream in upstreams where life.isOpen {
      run(upstream, life.part()) { event in
        if event == .finished { running -= 1 }
        if event != .finished || running == 0 { send(event) }
      }
    }
  }

  private func combineLatest(_ a: Program, _ b: Program, _ life: Life, _ send: @escaping Receive) {
    var newest: [Int?] = [nil, nil]
    var running = 2
    for (index, upstream) in [a, b].enumerated() where life.isOpen {
      run(upstream, life.part()) { event in
        switch event {
        case .subscription: break
        case .value(let value):
          newest[index] = value
          if let a = newest[0], let b = newest[1] { send(.value(Program.pair(a, b))) }
        case .finished:
          running -= 1
          if running == 0 { send(event) }
        case .failure: send(event)
        }
      }
    }
  }

  private func zip(_ a: Program, _ b: Program, _ life: Life, _ send: @escaping Receive) {
    var waiting: [[Int]] = [[], []]
    var isFinished = [false, false]
    func finishIfDone() {
      if (0...1).contains(where: { isFinished[$0] && waiting[$0].isEmpty }) { send(.finished) }
    }
    for (index, upstream) in [a, b].enumerated() where life.isOpen {
      run(upstream, life.part()) { event in
        switch event {
        case .subscription: break
        case .value(let value):
          waiting[index].append(value)
          if waiting.contains(where: \.isEmpty) { return }
          send(.value(Program.pair(waiting[0].removeFirst(), waiting[1].removeFirst())))
          // The other one goes only when the last pair has been delivered.
          finishIfDone()
        case .finished:
          isFinished[index] = true
          finishIfDone()
        case .failure: send(event)
        }
      }
    }
  }

  private func flatMap(
    _ upstream: Program, _ limit: Int, _ inner: Program, _ life: Life, _ send: @escaping Receive
  ) {
    var waiting: [Int] = []
    var running = 0
    var isStarting = false
    var isFinished = false
    func startWaiting() {
      if isStarting { return }
      isStarting = true
      while running < limit, !waiting.isEmpty, life.isOpen {
        running += 1
        run(.stage(.map, waiting.removeFirst(), inner), life.part()) { event in
          guard event == .finished else { return send(event) }
          running -= 1
          startWaiting()
        }
      }
      isStarting = false
      if isFinished, running == 0, waiting.isEmpty { send(.finished) }
    }
    run(upstream, life.part()) { event in
      switch event {
      case .subscription: break
      case .value(let value): waiting.append(value)
      case .finished: isFinished = true
      case .failure: return send(event)
      }
      startWaiting()
    }
  }

  private func switchToLatest(
    _ upstream: Program, _ inner: Program, _ life: Life, _ send: @escaping Receive
  ) {
    var newest: Life?
    var next: Int?
    var isSwitching = false
    var isFinished = false
    func finishIfDone() {
      if isFinished, !isSwitching, newest?.isOver != false { send(.finished) }
    }
    run(upstream, life.part()) { event in
      switch event {
      case .subscription: break
      case .value(let value):
        newest?.end()
        next = value
        if isSwitching { return }
        isSwitching = true
        while life.isOpen, let value = next {
          next = nil
          let current = life.part()
          newest = current
          self.run(.stage(.map, value, inner), current) { event in
            if event == .finished { finishIfDone() } else { send(event) }
          }
        }
        isSwitching = false
        finishIfDone()
      case .finished:
        isFinished = true
        finishIfDone()
      case .failure: send(event)
      }
    }
  }

  private func shared(_ upstream: Program, _ life: Life, _ send: @escaping Receive) {
    let shared = ModelSubject(nil)
    var running = 2
    for offset in 0...1 where life.isOpen {
      let part = life.part()
      shared.attach { event in
        guard !part.isOver else { return }
        if event == .finished {
          running -= 1
          if running > 0 { return }
        }
        send(offset == 0 ? event : event.map { Program.add($0, offset) })
      }
      if offset == 0 { run(upstream, life.part(), shared.send) }
    }
  }
}
