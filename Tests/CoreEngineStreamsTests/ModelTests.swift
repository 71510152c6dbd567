import CoreEngineStreams
import TestSupport
import Testing

/// Short random programs, run by the real subjects and by a model of a page. Everybody subscribes,
/// cancels, sends, ends and is released from inside each other; there is one history of it all.
@Suite struct ModelTests {
  @Test(arguments: [true, false])
  func `Subjects do what the model does`(replays: Bool) {
    for seed in 0..<2_000 as Range<UInt64> {
      let model = Model(Program(seed: seed), replays: replays)
      let real = Real(Program(seed: seed), replays: replays)
      model.run()
      real.run()
      #expect(real.history == model.history, "seed \(seed)")
      #expect(real.probe.count == model.kept, "seed \(seed)")
      real.end()
      #expect(real.probe.count == 0, "seed \(seed)")
      if real.history != model.history { return }
    }
  }

  /// What is done from outside, what each subscriber does with each event, and as it is released.
  ///
  /// It is a function of the seed, so that worlds which behave alike are asked for the same.
  struct Program {
    enum Step { case subscribe, cancel(Int), send, complete }

    let seed: UInt64

    var steps: [Step] { steps(0, 0, count: 4...9) }

    /// Event 0 is the release.
    func reaction(of subscriber: Int, to event: Int) -> [Step] {
      steps(subscriber + 1, event, count: 0...2)
    }

    private func steps(_ one: Int, _ other: Int, count: ClosedRange<Int>) -> [Step] {
      var random = SplitMix(seed: (seed << 32) | UInt64(one << 16) | UInt64(other))
      return (0..<Int.random(in: count, using: &random)).map { _ in
        switch Int.random(in: 0..<32, using: &random) {
        case 0..<11: .subscribe
        case 11..<19: .cancel(Int.random(in: 0..<16, using: &random))
        case 19..<31: .send
        default: .complete
        }
      }
    }
  }

  /// What runs a program, and writes down what happens.
  class World {
    private let program: Program
    private(set) var history: [String] = []
    private var budget = 60
    private var sent = 0
    private var events: [Int] = []

    init(_ program: Program) { self.program = program }

    // What the steps mean.
    func subscribe(_ subscriber: Int) {}
    func cancel(_ subscriber: Int) {}
    func send(_ value: Int) {}
    func complete() {}

    final func run() { perform(program.steps) }

    final func received(_ event: String, by subscriber: Int) {
      history.append("\(subscriber): \(event)")
      events[subscriber] += 1
      perform(program.reaction(of: subscriber, to: events[subscriber]))
    }

    final func released(_ subscriber: Int) {
      history.append("\(subscriber) released")
      perform(program.reaction(of: subscriber, to: 0))
    }

    private func perform(_ steps: [Program.Step]) {
      for step in steps where budget > 0 {
        budget -= 1
        switch step {
        case .subscribe:
          let subscriber = events.count
          events.append(0)
          history.append("subscribe \(subscriber)")
          subscribe(subscriber)
        case .cancel(let choice):
          guard !events.isEmpty else { continue }
          history.append("cancel \(choice % events.count)")
          cancel(choice % events.count)
        case .send:
          sent += 1
          history.append("send \(sent)")
          send(sent)
        case .complete:
          history.append("complete")
          complete()
        }
        history.append("done")
      }
    }
  }

  /// The subjects of the library, with one pipeline or another between them and the sink.
  final class Real: World {
    let probe = LifetimeProbe()
    private let passthrough = PassthroughSubject<Int, Never>()
    private let current = CurrentValueSubject<Int, Never>(0)
    private let replays: Bool
    private var tokens: [AnyCancellable?] = []
    private var isOver = false

    init(_ program: Program, replays: Bool) {
      self.replays = replays
      super.init(program)
    }

    override func subscribe(_ subscriber: Int) {
      tokens.append(nil)
      let object = probe.object()
      let release = OnDeinit { [unowned self] in
        withExtendedLifetime(object) {}
        if !isOver { released(subscriber) }
      }
      func attach(_ publisher: some Publisher<Int, Never>) -> AnyCancellable {
        publisher.sink { [unowned self] _ in
          withExtendedLifetime(release) {}
          received("end", by: subscriber)
        } receiveValue: { [unowned self] value in
          received("\(value)", by: subscriber)
        }
      }
      func attachStaged(_ publisher: some Publisher<Int, Never>) -> AnyCancellable {
        switch subscriber % 4 {
        case 0: attach(publisher)
        case 1: attach(publisher.map { $0 }.filter { _ in true }.compactMap { $0 })
        case 2: attach(publisher.removeDuplicates())
        default: attach(publisher.eraseToAnyPublisher())
        }
      }
      let token = replays ? attachStaged(current) : attachStaged(passthrough)
      tokens[subscriber] = token
      // The one who subscribes holds what it captured until it has its token.
      withExtendedLifetime(release) {}
    }

    override func cancel(_ subscriber: Int) {
      // Out of the array before it calls out, for that may subscribe.
      let token = tokens[subscriber]
      if subscriber.isMultiple(of: 2) { token?.cancel() } else { tokens[subscriber] = nil }
    }

    override func send(_ value: Int) {
      if replays { current.send(value) } else { passthrough.send(value) }
    }

    override func complete() {
      if replays {
        current.send(completion: .finished)
      } else {
        passthrough.send(completion: .finished)
      }
    }

    /// Lets go of everything, in silence.
    func end() {
      isOver = true
      tokens = []
    }
  }

  /// What ought to happen.
  final class Model: World {
    private struct Subscriber {
      var isLive = true
      var hasToken = false
      /// Whether the publisher still has it, and whether the call that subscribes it does.
      var isListed = true
      var isSubscribing = true
      var isReleased = false
    }

    private var subscribers: [Subscriber] = []
    private var queue: [(event: String, audience: Int)] = []
    private var isEmitting = false
    private var hasEnded = false
    private var current: Int?

    init(_ program: Program, replays: Bool) {
      current = replays ? 0 : nil
      super.init(program)
    }

    var kept: Int { subscribers.count { !$0.isReleased } }

    override func subscribe(_ subscriber: Int) {
      subscribers.append(Subscriber())
      if hasEnded {
        subscribers[subscriber].isLive = false
        subscribers[subscriber].isListed = false
        received("end", by: subscriber)
      } else {
        emit {
          if let current { received("\(current)", by: subscriber) }
        }
      }
      subscribers[subscriber].hasToken = true
      subscribers[subscriber].isSubscribing = false
      releaseIfUnused(subscriber)
    }

    override func cancel(_ subscriber: Int) {
      guard subscribers[subscriber].hasToken, subscribers[subscriber].isLive else { return }
      subscribers[subscriber].isLive = false
      guard !isEmitting else { return }
      subscribers[subscriber].isListed = false
      releaseIfUnused(subscriber)
    }

    override func send(_ value: Int) {
      guard !hasEnded else { return }
      if current != nil { current = value }
      queue.append(("\(value)", subscribers.count))
      emit {}
    }

    override func complete() {
      guard !hasEnded else { return }
      hasEnded = true
      queue.append(("end", subscribers.count))
      emit {}
    }

    private func emit(_ body: () -> Void) {
      if isEmitting { return body() }
      isEmitting = true
      body()
      var over: [Int] = []
      repeat {
        while !queue.isEmpty { deliver(queue.removeFirst()) }
        over = subscribers.indices.filter { subscribers[$0].isListed && !subscribers[$0].isLive }
        for subscriber in over { subscribers[subscriber].isListed = false }
        for subscriber in over { releaseIfUnused(subscriber) }
      } while !over.isEmpty
      isEmitting = false
    }

    private func deliver(_ item: (event: String, audience: Int)) {
      for subscriber in 0..<item.audience where subscribers[subscriber].isLive {
        if item.event == "end" { subscribers[subscriber].isLive = false }
        received(item.event, by: subscriber)
      }
    }

    private func releaseIfUnused(_ subscriber: Int) {
      let state = subscribers[subscriber]
      guard !state.isListed, !state.isSubscribing, !state.isReleased else { return }
      subscribers[subscriber].isReleased = true
      released(subscriber)
    }
  }
}
