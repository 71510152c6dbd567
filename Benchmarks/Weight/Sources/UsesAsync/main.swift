import CoreEngineAsync

actor Counter: AsyncCore {
  let store = AsyncCoreStore(initialState: 0)

  func reduce(state: Int, action: Int) async throws -> Int { state + action }
}

let counter = Counter()
counter.send(CommandLine.arguments.count)
await counter.action(1)
for await state in counter.states {
  print(state)
  break
}
