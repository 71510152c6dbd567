extension Model {
  /// - Parameter send: Where what comes in during a delivery waits for its end.
  func timed(
    _ timed: Timed, _ n: Int, _ upstream: Program, _ life: Life, _ send: @escaping Receive
  ) {
    switch timed {
    case .debounce: debounce(n, upstream, life, send)
    case .throttleLatest: throttle(n, latest: true, upstream, life, send)
    case .throttleFirst: throttle(n, latest: false, upstream, life, send)
    case .delay: delay(n, upstream, life, send)
    case .timeout: timeout(n, .finished, upstream, life, send)
    case .timeoutWithError: timeout(n, .failure(Failed(code: 60 + n)), upstream, life, send)
    }
  }

  func paced(_ count: Int, _ end: Outcome, _ n: Int, _ life: Life, _ send: @escaping Receive) {
    let timer = time.timer()
    var value = 0
    func wait() {
      timer.wait(until: time.now + n) {
        guard !life.isOver else { return }
        value += 1
        send(value > count ? end : .value(value))
        if value <= count { wait() }
      }
    }
    // A task begins when it has its turn.
    time.begin(wait)
  }

  private func debounce(
    _ n: Int, _ upstream: Program, _ life: Life, _ send: @escaping Receive
  ) {
    let timer = time.timer()
    var newest: Int?
    func flush() {
      if let value = newest.take() { send(.value(value)) }
    }
    run(upstream, life.part()) { event in
      switch event {
      case .subscription: break
      case .value(let value):
        newest = value
        timer.wait(until: time.now + n, flush)
      case .finished:
        flush()
        send(event)
      case .failure:
        newest = nil
        send(event)
      }
    }
  }

  private func throttle(
    _ n: Int, latest: Bool, _ upstream: Program, _ life: Life, _ send: @escaping Receive
  ) {
    let timer = time.timer()
    var candidate: Int?
    var earliest = time.now
    func pass(_ value: Int) {
      earliest = time.now + n
      send(.value(value))
    }
    run(upstream, life.part()) { event in
      switch event {
      case .subscription: break
      case .value(let value):
        if candidate == nil, time.now >= earliest { return pass(value) }
        if candidate == nil || latest { candidate = value }
        timer.wait(until: earliest) {
          if let value = candidate.take() { pass(value) }
        }
      case .finished:
        if let value = candidate.take() { send(.value(value)) }
        send(event)
      case .failure:
        candidate = nil
        send(event)
      }
    }
  }

  private func delay(_ n: Int, _ upstream: Program, _ life: Life, _ send: @escaping Receive) {
    let timer = time.timer()
    var waiting: [(event: Outcome, due: Int)] = []
    func wait() {
      guard let due = waiting.first?.due else { return }
      timer.wait(until: due) {
        let now = waiting.prefix { $0.due <= time.now }
        waiting.removeFirst(now.count)
        for (event, _) in now { send(event) }
        wait()
      }
    }
    run(upstream, life.part()) { event in
      waiting.append((event, time.now + n))
      wait()
    }
  }

  private func timeout(
    _ n: Int, _ end: Outcome, _ upstream: Program, _ life: Life, _ send: @escaping Receive
  ) {
    let timer = time.timer()
    func wait() { timer.wait(until: time.now + n) { send(end) } }
    wait()
    run(upstream, life.part()) { event in
      if case .value = event { wait() }
      send(event)
    }
  }
}
