import CoreEngine

enum Action: Sendable { case increase, decrease, set(Int) }

struct State: Equatable, Sendable { var count = 0 }

struct Counting: Reducer {
  func reduce(state: State, action: Action) -> State {
    switch action {
    case .increase: State(count: state.count + 1)
    case .decrease: State(count: state.count - 1)
    case .set(let count): State(count: count)
    }
  }
}

final class Synchronous: Core {
  var state = State()

  func reduce(state: State, action: Action) -> State {
    Counting().reduce(state: state, action: action)
  }
}

final class Publishing: PublisherCore {
  struct Failed: Error {}

  @Published var state = State()
  var subscription: Set<AnyCancellable> = []

  func reduce(state: State, action: Action) -> State {
    Counting().reduce(state: state, action: action)
  }

  func handleError(error: any Error) { print("streams: \(error)") }
}

actor Asynchronous: AsyncCore {
  let store = AsyncCoreStore(initialState: State())

  func reduce(state: State, action: Action) async throws -> State {
    Counting().reduce(state: state, action: action)
  }
}

@main
struct Umbrella {
  static func main() async {
    let synchronous = Synchronous()
    synchronous(.increase, .increase, .decrease)
    print("sync: \(synchronous.count)")

    let publishing = Publishing()
    let token = publishing.$state.map(\.count).sink { print("streams: \($0)") }
    publishing.action(.increase)
    publishing.dispatch(effect: Just(5).map(Action.set))
    publishing.dispatch(effect: Fail<Action, Publishing.Failed>(error: Publishing.Failed()))
    token.cancel()

    let asynchronous = Asynchronous()
    await asynchronous(.increase, .increase)
    for await count in asynchronous.states.count {
      print("async: \(count)")
      if count == 9 { break }
      asynchronous.send(.set(9))
    }
  }
}
