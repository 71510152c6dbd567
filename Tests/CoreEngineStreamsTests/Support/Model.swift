/// Runs a ``Program`` as plainly as can be: no erasing, no care for stack, threads or memory.
final class Model {
  typealias Outcome = Event<Int, Failed>
  typealias Receive = (Outcome) -> Void

  /// A subscription and those below it.
  private final class Life {
    private(set) var isOver = false
    private var parts: [Life] = []

    func part() -> Life {
      let part = Life()
      part.isOver = isOver
      parts.append(part)
      return part
    }

    func end() {
      isOver = true
      for part in parts { part.end() }
    }
  }

  private(set) var history: [Outcome] = []
  private let life = Life()
  private var listeners: [[Receive]] = [[], []]
  private var ends: [Outcome?] = [nil, nil]

  init(_ program: Program) {
    run(program, life) { self.history.append($0) }
  }

  /// Whether it has ended or was cancelled.
  var isOver: Bool { life.isOver }

  func cancel() { life.end() }

  /// Lets go of all that listens, which keeps the model.
  func leave() { listeners = [[], []] }

  func send(_ event: Outcome, to input: Int) {
    guard ends[input] == nil else { return }
    let all = listeners[input]
    if event.isEnd {
      ends[input] = event
      listeners[input] = []
    }
    for receive in all { receive(event) }
  }

  private func run(_ program: Program, _ life: Life, _ receive: @escaping Receive) {
    let send: Receive = { event in
      guard !life.isOver else { return }
      if event.isEnd { life.end() }
      receive(event)
    }
    switch program {
    case .input(let index):
      if let end = ends[index] { send(end) } else { listeners[index].append(send) }
    case .values(let values): for event in values.map(Outcome.value) + [.finished] { send(event) }
    case .failing(let values):
      for event in values.map(Outcome.value) + [.failure(Failed())] { send(event) }
    case .never: break
    case .map(let upstream, let offset):
      run(upstream, life.part()) { send($0.map { Program.add($0, offset) }) }
    case .filter(let upstream):
      run(upstream, life.part()) { event in
        if case .value(let value) = event, value.isMultiple(of: 3) { return }
        send(event)
      }
    case .prefix(let upstream, var left):
      let part = life.part()
      run(upstream, part) { event in
        guard case .value = event else { return send(event) }
        left -= 1
        if left == 0 { part.end() }
        send(event)
        if left == 0 { send(.finished) }
      }
    case .merge(let upstreams): merge(upstreams, life, send)
    case .combineLatest(let a, let b): combineLatest(a, b, life, send)
    case .zip(let a, let b): zip(a, b, life, send)
    case .flatMap(let upstream, let limit, let inner): flatMap(upstream, limit, inner, life, send)
    case .switchToLatest(let upstream, let inner): switchToLatest(upstream, inner, life, send)
    case .append(let a, let b):
      run(a, life.part()) { event in
        if event == .finished { self.run(b, life.part(), send) } else { send(event) }
      }
    case .catch(let a, let b):
      run(a, life.part()) { event in
        if case .failure(let error) = event {
          self.run(.map(b, error.code), life.part(), send)
        } else {
          send(event)
        }
      }
    case .retry(let upstream, let count):
      run(upstream, life.part()) { event in
        if case .failure = event, count > 0 {
          self.run(.retry(upstream, count - 1), life.part(), send)
        } else {
          send(event)
        }
      }
    case .shared(let upstream): shared(upstream, life, send)
    }
  }

  private func merge(_ upstreams: [Program], _ life: Life, _ send: @escaping Receive) {
    var running = upstreams.count
    if running == 0 { send(.finished) }
    for upstream in upstreams where !life.isOver {
      run(upstream, life.part()) { event in
        if event == .finished { running -= 1 }
        if event != .finished || running == 0 { send(event) }
      }
    }
  }

  private func combineLatest(_ a: Program, _ b: Program, _ life: Life, _ send: @escaping Receive) {
    var newest: [Int?] = [nil, nil]
    var running = 2
    for (index, upstream) in [a, b].enumerated() where !life.isOver {
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
    for (index, upstream) in [a, b].enumerated() where !life.isOver {
      run(upstream, life.part()) { event in
        switch event {
        case .subscription: break
        case .value(let value): waiting[index].append(value)
        case .finished: isFinished[index] = true
        case .failure: send(event)
        }
        if !waiting[0].isEmpty, !waiting[1].isEmpty {
          send(.value(Program.pair(waiting[0].removeFirst(), waiting[1].removeFirst())))
        }
        if (0...1).contains(where: { isFinished[$0] && waiting[$0].isEmpty }) { send(.finished) }
      }
    }
  }

  private func flatMap(
    _ upstream: Program, _ limit: Int, _ inner: Program, _ life: Life, _ send: @escaping Receive
  ) {
    var waiting: [Int] = []
    var running = 0
    var isFinished = false
    func startWaiting() {
      while running < limit, !waiting.isEmpty, !life.isOver {
        running += 1
        run(.map(inner, waiting.removeFirst()), life.part()) { event in
          guard event == .finished else { return send(event) }
          running -= 1
          startWaiting()
        }
      }
      if isFinished, running == 0, waiting.isEmpty { send(.finished) }
    }
    run(upstream, life.part()) { event in
      switch event {
      case .subscription: break
      case .value(let value):
        waiting.append(value)
        startWaiting()
      case .finished:
        isFinished = true
        startWaiting()
      case .failure: send(event)
      }
    }
  }

  private func switchToLatest(
    _ upstream: Program, _ inner: Program, _ life: Life, _ send: @escaping Receive
  ) {
    var newest: Life?
    var isFinished = false
    run(upstream, life.part()) { event in
      switch event {
      case .subscription: break
      case .value(let value):
        newest?.end()
        let current = life.part()
        newest = current
        self.run(.map(inner, value), current) { event in
          if event != .finished || isFinished { send(event) }
        }
      case .finished:
        isFinished = true
        if newest?.isOver != false { send(.finished) }
      case .failure: send(event)
      }
    }
  }

  private func shared(_ upstream: Program, _ life: Life, _ send: @escaping Receive) {
    var members: [Receive] = []
    var end: Outcome?
    var running = 2
    for offset in 0...1 where !life.isOver {
      let receive: Receive = { event in
        if event == .finished { running -= 1 }
        if event != .finished || running == 0 { send(event.map { Program.add($0, offset) }) }
      }
      if let end {
        receive(end)
        continue
      }
      members.append(receive)
      guard offset == 0 else { continue }
      run(upstream, life.part()) { event in
        if event.isEnd { end = event }
        for receive in members { receive(event) }
      }
    }
  }
}

extension Event where Value == Int, Failure == Failed {
  fileprivate var isEnd: Bool {
    switch self {
    case .subscription, .value: false
    case .finished, .failure: true
    }
  }

  fileprivate func map(_ transform: (Int) -> Int) -> Self {
    if case .value(let value) = self { .value(transform(value)) } else { self }
  }
}
