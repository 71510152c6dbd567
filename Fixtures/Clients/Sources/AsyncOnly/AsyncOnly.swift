import CoreEngineAsync

actor Counter: AsyncCore {
  let store = AsyncCoreStore(initialState: 0)

  func reduce(state: Int, action: Int) async throws -> Int { state + action }
}

@main
struct AsyncOnly {
  static func main() async {
    let counter = Counter()
    await counter(1, 2)
    counter.dispatch(effect: { 10 }, id: "number", policy: .queue)
    counter.dispatch(effect: { 20 }, id: "number", policy: .queue)
    await counter.settled()
    print("count: \(counter.currentState)")
    for await isLarge in counter.select({ $0 > 100 }) {
      print("large: \(isLarge)")
      if isLarge { break }
      counter.send(100)
    }
  }
}
