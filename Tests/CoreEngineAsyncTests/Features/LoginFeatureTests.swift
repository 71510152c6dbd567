import CoreEngineAsync
import TestSupport
import Testing

/// A login that is tried again when the server is busy, and given up after a while.
@Suite(.timeLimit(.minutes(10))) struct LoginFeatureTests {
  private enum Refusal: Error, Equatable { case busy, wrongPassword }

  private actor Login: AsyncCore {
    enum Action: Sendable {
      case submit(name: String, password: String)
      case loggedIn(token: String)
      case refused(String)
    }

    enum State: Equatable, Sendable {
      case loggedOut
      case busy
      case loggedIn(token: String)
      case refused(String)
    }

    typealias LogIn = @Sendable (_ name: String, _ password: String) async throws -> String

    let store = AsyncCoreStore(initialState: State.loggedOut)
    private let clock: any Clock<Duration>
    private let logIn: LogIn

    init(clock: any Clock<Duration>, logIn: @escaping LogIn) {
      self.clock = clock
      self.logIn = logIn
    }

    func reduce(state: State, action: Action) async throws -> State {
      switch action {
      case .submit(let name, let password):
        dispatch(
          effect: { [logIn] in
            do {
              return .loggedIn(token: try await logIn(name, password))
            } catch Refusal.wrongPassword {
              return .refused("wrong password")
            }
          },
          id: "login", policy: .ignoreIfRunning,
          retry: .attempts(3, backoff: .exponential(from: .seconds(1))), deadline: .seconds(60),
          clock: clock)
        return .busy
      case .loggedIn(let token): return .loggedIn(token: token)
      case .refused(let reason): return .refused(reason)
      }
    }

    func handleError(error: any Error) async {
      send(.refused(error is EffectDeadlineExceeded ? "too slow" : "try later"))
    }
  }

  private let clock = TestClock()

  @Test func `A busy server is asked again, later and later`() async {
    let asked = Log<Duration>()
    let login = Login(clock: clock) { [clock] name, _ in
      asked.append(clock.now.offset)
      if asked.count < 3 { throw Refusal.busy }
      return "token of \(name)"
    }
    var states = login.states.makeAsyncIterator()
    // Nobody logs in twice by pressing twice.
    await login(.submit(name: "a", password: "b"), .submit(name: "a", password: "b"))
    for seconds in 1...2 {
      // The deadline sleeps, too.
      await clock.sleepers(2)
      await clock.advance(by: .seconds(seconds))
    }
    await login.settled()
    #expect(asked.values == [.zero, .seconds(1), .seconds(3)])
    #expect(await states.next() == .loggedOut)
    #expect(await states.next() == .busy)
    #expect(await states.next() == .loggedIn(token: "token of a"))
    #expect(clock.sleepers == 0)
  }

  @Test func `A wrong password is not tried again`() async {
    let login = Login(clock: clock) { _, _ in throw Refusal.wrongPassword }
    await login.action(.submit(name: "a", password: "b"))
    await login.settled()
    #expect(login.currentState == .refused("wrong password"))
  }

  @Test func `After the last attempt the error is shown`() async {
    let login = Login(clock: clock) { _, _ in throw Refusal.busy }
    await login.action(.submit(name: "a", password: "b"))
    for seconds in 1...2 {
      await clock.sleepers(2)
      await clock.advance(by: .seconds(seconds))
    }
    await login.settled()
    #expect(login.currentState == .refused("try later"))
  }

  @Test func `A server that never answers is given up at the deadline`() async {
    let login = Login(clock: clock) { _, _ in
      await untilCancelled()
      return "too late"
    }
    await login.action(.submit(name: "a", password: "b"))
    await clock.sleepers(1)
    await clock.advance(by: .seconds(60))
    await login.settled()
    #expect(login.currentState == .refused("too slow"))
  }
}
