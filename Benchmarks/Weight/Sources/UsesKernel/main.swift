import CoreEngineKernel

struct Adding: Reducer {
  func reduce(state: Int, action: Int) -> Int { state + action }
}

print(Adding().reduce(state: CommandLine.arguments.count, action: 1))
