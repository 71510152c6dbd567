import CoreEngineStreams
import TestSupport
import Testing

/// T2: operators that go from one publisher to the next do so on a constant stack.
@Suite struct T2FlattenContractTests {
  private static let count = 100_000

  /// Counts what a publisher delivers in order, into a sink and into a core.
  private static func check(
    _ make: @escaping @Sendable () -> AnyPublisher<Int, Failed>, _ name: String
  ) {
    onThreads(1, stackSize: 512 * 1024) { _ in
      var next = 0
      var isFinished = false
      let token = make().sink { completion in
        isFinished = completion == .finished
      } receiveValue: { value in
        precondition(value == next, "\(name): \(value) instead of \(next)")
        next += 1
      }
      precondition(next == count && isFinished, "\(name) stopped at \(next)")
      withExtendedLifetime(token) {}
      let core = CountingCore()
      core.dispatch(effect: make())
      precondition(core.count == count, "\(name) into a core stopped at \(core.count)")
      precondition(core.subscription.isEmpty, "\(name) stayed in the core")
    }
  }

  /// Takes each number only when its turn has come.
  private final class CountingCore: PublisherCore {
    typealias Action = Int
    struct State: Equatable, Sendable { var count = 0 }

    @Published var state = State()
    var subscription: Set<AnyCancellable> = []

    func reduce(state: State, action: Int) -> State {
      State(count: action == state.count ? state.count + 1 : state.count)
    }
  }

  private static var numbers: AnyPublisher<Int, Failed> {
    (0..<count).publisher.setFailureType(to: Failed.self).eraseToAnyPublisher()
  }

  @Test func `E-FLATTEN: flatMap over 100,000 that waited for the first`() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: 512 * 1024) { _ in
        let first = Line()
        var next = 0
        let token = Self.numbers.flatMap(maxPublishers: 1) {
          $0 == 0 ? first.eraseToAnyPublisher() : values($0)
        }
        .sink { _ in
        } receiveValue: { value in
          precondition(value == next)
          next += 1
        }
        first.send(0)
        precondition(next == 1)
        first.send(.finished)
        precondition(next == Self.count, "Stopped at \(next)")
        withExtendedLifetime(token) {}
      }
    }
  }

  @Test func `E-FLATTEN: a row that grows at both ends, and one that was never subscribed to`()
    async
  {
    await #expect(processExitsWith: .success) {
      Self.check(
        {
          var row = values(Self.count / 2)
          for number in 1..<Self.count / 2 {
            row = row.prepend(values(Self.count / 2 - number)).eraseToAnyPublisher()
            row = row.append(values(Self.count / 2 + number)).eraseToAnyPublisher()
          }
          return row.prepend(values(0)).eraseToAnyPublisher()
        }, "both")
      onThreads(1, stackSize: 512 * 1024) { _ in
        var row = values(0)
        for number in 1..<Self.count {
          row =
            number.isMultiple(of: 2)
            ? row.append(values(number)).eraseToAnyPublisher()
            : row.prepend(values(number)).eraseToAnyPublisher()
        }
        withExtendedLifetime(row) {}
      }
    }
  }

  @Test func `E-FLATTEN: 100,000 retries that fail at once, also after one that failed later`()
    async
  {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: 512 * 1024) { _ in
        for startsLater in [true, false] {
          let line = Line()
          var attempts = 0
          var end: Event<Int, Failed>?
          let token = Improvised<Int, Failed> { subscriber in
            attempts += 1
            if startsLater, attempts == 1 { return line.receive(subscriber: subscriber) }
            Fail(error: Failed(code: attempts)).receive(subscriber: subscriber)
          }
          .retry(Self.count)
          .sink {
            end = Event($0)
          } receiveValue: { _ in
          }
          if startsLater { line.send(.failure(Failed())) }
          precondition(attempts == Self.count + 1, "Stopped at \(attempts)")
          precondition(end == .failure(Failed(code: attempts)), "No end")
          withExtendedLifetime(token) {}
        }
        let core = TallyCore()
        core.dispatch(effect: Fail<TallyCore.Action, Failed>(error: Failed()).retry(Self.count))
        precondition(core.errors.count == 1 && core.subscription.isEmpty)
      }
    }
  }

  @Test func `E-FLATTEN: catch within a retry, 100,000 times`() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: 512 * 1024) { _ in
        var errors = 0
        let token = Fail<Int, Failed>(error: Failed(code: 1))
          .catch { error in
            errors += 1
            return Fail<Int, Failed>(error: error)
          }
          .retry(Self.count)
          .catch { _ in Just(7) }
          .sink { value in
            precondition(value == 7)
            errors = -errors
          }
        precondition(errors == -Self.count - 1, "Stopped at \(errors)")
        withExtendedLifetime(token) {}
      }
    }
  }

  @Test func `E-FLATTEN: 10,000 merged at once, each of which is cancelled or finishes`() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: 512 * 1024) { _ in
        let lines = (0..<10_000).map { _ in Line() }
        var sum = 0
        let token = Publishers.MergeMany(lines).sink { _ in
        } receiveValue: {
          sum += $0
        }
        for line in lines {
          line.send(1)
          line.send(.finished)
        }
        precondition(sum == 10_000)
        let core = CountingCore()
        core.dispatch(effect: Publishers.MergeMany((0..<10_000).map { Just($0) }))
        precondition(core.count == 10_000 && core.subscription.isEmpty)
        withExtendedLifetime(token) {}
      }
    }
  }

  @Test func `E-FLATTEN: 100,000 sends between two merged or paired inputs from the sink`() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: 512 * 1024) { _ in
        let (a, b) = (Line(), Line())
        var next = 0
        func bounce(_ value: Int) {
          precondition(value == next, "\(value) instead of \(next)")
          next += 1
          guard value < Self.count else { return }
          (value.isMultiple(of: 2) ? b : a).send(value + 1)
        }
        var token: AnyCancellable? = a.merge(with: b).sink { _ in
        } receiveValue: {
          bounce($0)
        }
        a.send(0)
        precondition(next == Self.count + 1, "merge stopped at \(next)")
        next = 0
        token = a.combineLatest(b, max).sink { _ in
        } receiveValue: {
          bounce($0)
        }
        b.send(-1)
        a.send(0)
        precondition(next == Self.count + 1, "combineLatest stopped at \(next)")
        token?.cancel()
      }
    }
  }
}
