import CoreEngine

final class Synchronous: Core {
  var state = 0

  func reduce(state: Int, action: Int) -> Int { state + action }
}

final class Publishing: PublisherCore {
  @Published var state = 0
  var subscription: Set<AnyCancellable> = []

  func reduce(state: Int, action: Int) -> Int { state + action }
}

actor Asynchronous: AsyncCore {
  let store = AsyncCoreStore(initialState: 0)

  func reduce(state: Int, action: Int) async throws -> Int { state + action }
}

let synchronous = Synchronous()
synchronous.action(CommandLine.arguments.count)
print(synchronous.state)

let publishing = Publishing()
let token = publishing.$state.map { $0 * 2 }.removeDuplicates().sink { print($0) }
publishing.dispatch(effect: Just(CommandLine.arguments.count))
token.cancel()

let asynchronous = Asynchronous()
asynchronous.send(CommandLine.arguments.count)
await asynchronous.action(1)
for await state in asynchronous.states {
  print(state)
  break
}
