import CoreEngineKernel
import TestSupport
import Testing

@testable import CoreEngineStreams

@Suite struct RelayTests {
  enum Step: CaseIterable { case next, finish, cancel }

  /// Every sequence of up to five steps.
  private static let scripts: [[Step]] = {
    var scripts: [[Step]] = [[]]
    var longest = scripts
    for _ in 1...5 {
      longest = longest.flatMap { script in Step.allCases.map { script + [$0] } }
      scripts += longest
    }
    return scripts
  }()

  @Test func `Of all connections the newest is open, until the end, which comes once`() {
    for script in Self.scripts {
      let relay = Relay()
      var connections: [Connection] = []
      var subscriptions: [CountedSubscription] = []
      var isOpen = true
      for step in script {
        switch step {
        case .next:
          let connection = relay.next()
          let subscription = CountedSubscription()
          connection.connect(subscription)
          connections.append(connection)
          subscriptions.append(subscription)
        case .finish:
          #expect(relay.finish() == isOpen, "\(script)")
          isOpen = false
        case .cancel:
          relay.cancel()
          isOpen = false
        }
        #expect(relay.isOpen == isOpen, "\(script)")
        for (index, connection) in connections.enumerated() {
          let isCurrent = isOpen && index == connections.count - 1
          #expect(connection.isOpen == isCurrent, "\(script)")
          #expect(subscriptions[index].cancels == (isCurrent ? 0 : 1), "\(script)")
        }
      }
    }
  }

  @Test func `Whatever comes while it is cancelled on another thread is cancelled`() {
    for _ in 0..<500 {
      let relay = Relay()
      let subscriptions = (0..<50).map { _ in CountedSubscription() }
      let ends = Log<Bool>()
      onThreads(3) { index in
        switch index {
        case 0: for subscription in subscriptions { relay.next().connect(subscription) }
        case 1: relay.cancel()
        default: if relay.finish() { ends.append(true) }
        }
      }
      #expect(!relay.isOpen)
      #expect(subscriptions.allSatisfy { $0.cancels == 1 })
      #expect(ends.count <= 1)
      #expect(!relay.finish())
    }
  }
}
