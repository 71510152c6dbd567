/// What most workloads reduce.
struct Count: Equatable, Sendable {
  var count = 0
}

enum Step: Sendable { case increase, decrease }

extension Count {
  func after(_ step: Step) -> Count {
    switch step {
    case .increase: Count(count: count + 1)
    case .decrease: Count(count: count - 1)
    }
  }
}
