import CoreEngineStreams
import TestSupport
import Testing

/// T7 for effects that are async sequences or closures.
@MainActor @Suite struct T7AsyncEffectContractTests {
  /// A core of the main actor that says when something has come of an effect.
  @MainActor final class MainCore: @MainActor PublisherCore {
    @Published var state = 0
    var subscription: Set<AnyCancellable> = [] {
      didSet { inFlight.append(subscription.count) }
    }
    let inFlight = Log<Int>()
    let reduced: Log<Int>
    let errors = Log<String>()

    init(reduced: Log<Int> = Log()) { self.reduced = reduced }

    convenience init(effect: AsyncStream<Int>, reduced: Log<Int>) {
      self.init(reduced: reduced)
      dispatch(effect: effect)
      dispatch(effect: { 10 })
    }

    func reduce(state: Int, action: Int) -> Int {
      MainActor.preconditionIsolated()
      reduced.append(action)
      return state + action
    }

    func handleError(error: any Error) { errors.append("\(error)") }
  }

  let core = MainCore()

  @Test func `Elements and results go through action, and what has ended leaves`() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    core.dispatch(effect: stream)
    continuation.yield(1)
    continuation.yield(2)
    #expect(await core.reduced.values(2) == [1, 2])
    let gate = Gate()
    core.dispatch(effect: {
      await gate.pass()
      return 3
    })
    gate.open()
    #expect(await core.inFlight.values(3) == [1, 2, 1])
    #expect(core.reduced.values == [1, 2, 3])
    core.dispatch(effect: { nil })
    #expect(await core.inFlight.values(5) == [1, 2, 1, 2, 1])
    continuation.yield(4)
    continuation.finish()
    #expect(await core.inFlight.values(6) == [1, 2, 1, 2, 1, 0])
    #expect(core.reduced.values == [1, 2, 3, 4])
    #expect(core.state == 10)
    #expect(core.errors.values == [])
  }

  @Test func `What is thrown reaches handleError once, as it was, and touches no other effect`()
    async
  {
    let (stream, continuation) = AsyncThrowingStream.makeStream(of: Int.self)
    let other = Gate()
    core.dispatch(effect: stream)
    core.dispatch(effect: {
      await other.pass()
      return 5
    })
    continuation.yield(1)
    continuation.finish(throwing: Failed(code: 1))
    #expect(await core.errors.values(1) == ["\(Failed(code: 1))"])
    #expect(core.subscription.count == 1)
    core.dispatch(effect: { throw CancellationError() })
    #expect(await core.errors.values(2).last == "\(CancellationError())")
    other.open()
    #expect(await core.reduced.values(2) == [1, 5])
    #expect(core.errors.count == 2)
  }

  @Test func `A cancelled effect reports nothing, whatever it throws`() async {
    let ended = Log<Bool>()
    let gate = Gate()
    core.dispatch(
      effect: {
        defer { ended.append(Task.isCancelled) }
        await gate.pass()
        throw Failed()
      }, id: "search")
    core.dispatch(
      effect: {
        defer { ended.append(Task.isCancelled) }
        await gate.pass()
        return 1
      }, id: "search")
    await gate.entered(2)
    core.cancelEffect(id: "search")
    #expect(core.subscription.isEmpty)
    gate.open()
    #expect(await ended.values(2) == [true, true])
    #expect(core.errors.values == [])
    #expect(core.reduced.values == [])
  }

  @Test func `Policies and ids are those of publishers`() async {
    let gate = Gate()
    let first = PassthroughSubject<Int, Never>()
    core.dispatch(effect: first, id: 1)
    core.dispatch(
      effect: {
        await gate.pass()
        return 1
      }, id: 1, policy: .ignoreIfRunning)
    #expect(core.subscription.count == 1)
    core.dispatch(
      effect: {
        await gate.pass()
        return 2
      }, id: 1, policy: .cancelPrevious)
    #expect(core.subscription.count == 1)
    first.send(100)
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    core.dispatch(effect: stream, id: 1)
    #expect(core.subscription.count == 2)
    gate.open()
    #expect(await core.reduced.values(1) == [2])
    core.dispatch(effect: AsyncStream<Int> { $0.finish() }, id: 1, policy: .cancelPrevious)
    continuation.yield(3)
    #expect(core.subscription.count == 1)
    #expect(core.reduced.values == [2])
  }

  @Test func `E-INITDISPATCH: both work inside init of a core of the main actor`() async {
    let reduced = Log<Int>()
    let core = MainCore(
      effect: AsyncStream {
        $0.yield(1)
        $0.finish()
      }, reduced: reduced)
    #expect(core.subscription.count == 2)
    #expect(Set(await reduced.values(2)) == [1, 10])
  }

  @Test func `Effects do not keep the core alive, and are cancelled when it dies`() async {
    let ended = Log<Bool>()
    let gate = Gate()
    let stopped = Log<Bool>()
    weak var released: MainCore?
    do {
      let core = MainCore()
      released = core
      core.dispatch(effect: {
        await gate.pass()
        ended.append(Task.isCancelled)
        throw Failed()
      })
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      continuation.onTermination = { _ in stopped.append(true) }
      core.dispatch(effect: stream)
      continuation.yield(1)
      _ = await core.reduced.values(1)
      await gate.entered()
    }
    #expect(released == nil)
    #expect(await stopped.values(1) == [true])
    gate.open()
    #expect(await ended.values(1) == [true])
  }

  actor Owner {
    private let core = TallyCore()

    func run(_ log: Log<Int>) async {
      for _ in 0..<10 {
        core.dispatch(effect: { [self] in
          preconditionIsolated()
          log.append(core.count)
          return .add(1)
        })
      }
      #expect(core.subscription.count == 10)
      _ = await log.values(10)
    }
  }

  @Test func `A core in an actor runs its effects there`() async {
    let log = Log<Int>()
    await Owner().run(log)
    #expect(log.values == Array(0..<10))
  }
}
