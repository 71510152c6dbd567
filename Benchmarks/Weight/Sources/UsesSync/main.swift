import CoreEngineSync

final class Counter: Core {
  var state = 0

  func reduce(state: Int, action: Int) -> Int { state + action }
}

let counter = Counter()
counter.action(CommandLine.arguments.count)
counter(1, 2)
print(counter.state)
