import CoreEngineSupport
import TestSupport
import Testing

@testable import CoreEngineStreams

@Suite struct JunctionTests {
  enum Step: CaseIterable { case value, finish, fail, cancel }

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

  /// Performs a script, and checks each answer.
  private static func perform(
    _ script: [Step], on junction: Junction<Recorder<Int, Failed>>, isOpen: Bool = true
  ) {
    var isOpen = isOpen
    for (index, step) in script.enumerated() {
      switch step {
      case .value:
        if junction.send(index + 1) != isOpen {
          Issue.record("\(script): wrong answer to \(index)")
        }
      case .finish: junction.send(completion: .finished)
      case .fail: junction.send(completion: .failure(Failed(code: index)))
      case .cancel: junction.inputs.cancel()
      }
      if step != .value { isOpen = false }
      if junction.inputs.isOpen != isOpen { Issue.record("\(script): wrong after \(index)") }
    }
  }

  /// What comes out: all that goes in, up to the first end or cancelling.
  private static func expected(_ script: [Step]) -> [Event<Int, Failed>] {
    var history: [Event<Int, Failed>] = []
    for (index, step) in script.enumerated() {
      switch step {
      case .value: history.append(.value(index + 1))
      case .finish: return history + [.finished]
      case .fail: return history + [.failure(Failed(code: index))]
      case .cancel: return history
      }
    }
    return history
  }

  @Test func `What is sent passes, up to the first end`() {
    for script in Self.scripts {
      let recorder = Recorder<Int, Failed>()
      Self.perform(script, on: Junction(recorder))
      if recorder.history != Self.expected(script) {
        Issue.record("\(script) gave \(recorder.history)")
      }
    }
  }

  @Test func `What is sent inside a delivery passes after it, unless that is cancelled`() {
    for script in Self.scripts {
      var junction: Junction<Recorder<Int, Failed>>?
      var isInside = false
      let recorder = Recorder<Int, Failed> { _, event in
        if isInside { Issue.record("\(script): entered twice") }
        isInside = true
        if event == 0, let junction { Self.perform(script, on: junction) }
        isInside = false
        return true
      }
      junction = Junction(recorder)
      let isOpen = junction?.send(0)
      // A completion waits, and cancelling then drops all that does.
      let whole = script.contains(.cancel) ? [] : Self.expected(script)
      if recorder.history != [0] + whole { Issue.record("\(script) gave \(recorder.history)") }
      if isOpen != script.allSatisfy({ $0 == .value }) { Issue.record("\(script): wrong answer") }
      if let junction { #expect(!junction.isDelivering && junction.waiting.isEmpty) }
      junction = nil
    }
  }

  @Test(arguments: [0, 1, 2])
  func `A value that is declined is the last, and cancels the inputs`(last: Int) {
    let subscription = CountedSubscription()
    var junction: Junction<Recorder<Int, Failed>>?
    let recorder = Recorder<Int, Failed> { _, event in
      if event == 0 {
        for value in 1...3 { _ = junction?.send(value) }
        junction?.send(completion: .finished)
      }
      return event != .value(last)
    }
    junction = Junction(recorder)
    let connection = Connection()
    connection.connect(subscription)
    junction?.inputs.add(connection)
    #expect(junction?.send(0) == false)
    #expect(recorder.history == (0...last).map { .value($0) })
    #expect(subscription.cancels == 1)
    #expect(junction?.inputs.isWanted == false)
    junction = nil
  }
}
