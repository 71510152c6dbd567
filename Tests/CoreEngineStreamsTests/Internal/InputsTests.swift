import CoreEngineKernel
import TestSupport
import Testing

@testable import CoreEngineStreams

@Suite struct InputsTests {
  enum Step: CaseIterable { case add, remove, close, finish, cancel }

  /// Every sequence of up to six steps in which nothing is finished before it is closed.
  private static let scripts: [[Step]] = {
    var scripts: [[Step]] = [[]]
    var longest = scripts
    for _ in 1...6 {
      longest = longest.flatMap { script in Step.allCases.map { script + [$0] } }
      scripts += longest
    }
    return scripts.filter { script in
      guard let finish = script.firstIndex(of: .finish) else { return true }
      return script.prefix(finish).contains { $0 == .close || $0 == .cancel }
    }
  }()

  @Test func `It cancels what is in it when it is closed or cancelled, and what comes later`() {
    for script in Self.scripts {
      let inputs = Inputs()
      var kept: [(place: Int, subscription: CountedSubscription)] = []
      var others: [(subscription: CountedSubscription, cancels: Int)] = []
      var (isOpen, isWanted) = (true, true)
      for step in script {
        switch step {
        case .add:
          let (connection, subscription) = (Connection(), CountedSubscription())
          connection.connect(subscription)
          let place = inputs.add(connection)
          if (place != nil) != isOpen { Issue.record("\(script): \(String(describing: place))") }
          if let place {
            kept.append((place, subscription))
          } else {
            others.append((subscription, 1))
          }
        case .remove:
          guard !kept.isEmpty else { continue }
          let (place, subscription) = kept.removeFirst()
          inputs.remove(at: place)
          others.append((subscription, 0))
        case .close:
          inputs.close()
          isOpen = false
        case .finish:
          if inputs.finish() != isWanted { Issue.record("\(script) finished wrongly") }
          isWanted = false
        case .cancel:
          inputs.cancel()
          (isOpen, isWanted) = (false, false)
        }
        if !isOpen {
          others += kept.map { ($0.subscription, 1) }
          kept = []
        }
        let isRight =
          inputs.isOpen == isOpen && inputs.isWanted == isWanted
          && kept.allSatisfy { $0.subscription.cancels == 0 }
          && others.allSatisfy { $0.subscription.cancels == $0.cancels }
          && Set(kept.map(\.place)).count == kept.count
        if !isRight { Issue.record("\(script) went wrong at \(step)") }
      }
    }
  }

  @Test func `What comes while it is cancelled on another thread is cancelled, once`() {
    for _ in 0..<500 {
      let inputs = Inputs()
      let subscriptions = (0..<50).map { _ in CountedSubscription() }
      onThreads(2) { index in
        if index == 1 { return inputs.cancel() }
        for subscription in subscriptions {
          let connection = Connection()
          connection.connect(subscription)
          inputs.add(connection)
        }
      }
      #expect(subscriptions.allSatisfy { $0.cancels == 1 })
    }
  }

  @Test func `A place that is left is taken again`() {
    let inputs = Inputs()
    #expect((0..<3).map { _ in inputs.add(Connection()) } == [0, 1, 2])
    inputs.remove(at: 1)
    #expect((0..<2).map { _ in inputs.add(Connection()) } == [1, 3])
    inputs.cancel()
  }
}
