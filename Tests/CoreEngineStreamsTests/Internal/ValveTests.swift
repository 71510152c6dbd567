import TestSupport
import Testing

@testable import CoreEngineStreams

@Suite struct ValveTests {
  enum Step: CaseIterable {
    case subscription, value, completion, endsWithCompletion, endsAfterValue, closesFirst, cancel
  }

  /// Every sequence of up to four steps.
  private static let scripts: [[Step]] = {
    var scripts: [[Step]] = [[]]
    var longest = scripts
    for _ in 1...4 {
      longest = longest.flatMap { script in Step.allCases.map { script + [$0] } }
      scripts += longest
    }
    return scripts
  }()

  @Test func `It passes things on until it is shut, and is shut before anything comes of that`() {
    for script in Self.scripts {
      var valve: Valve<Recorder<Int, Failed>>?
      var subscriptions: [CountedSubscription] = []
      var cancelsAtEnd = 0
      let recorder = Recorder<Int, Failed> { _, event in
        if event == .finished { cancelsAtEnd = subscriptions.first?.cancels ?? 0 }
        if event == 90, valve?.isOpen == true { Issue.record("\(script): open at the last value") }
        return true
      }
      let new = Valve(recorder)
      valve = new
      var expected: [Event<Int, Failed>] = []
      var isOpen = true
      var cancelsOfFirst = 0
      for (index, step) in script.enumerated() {
        let hadSubscription = !subscriptions.isEmpty
        switch step {
        case .subscription:
          let subscription = CountedSubscription()
          subscriptions.append(subscription)
          new.receive(subscription: subscription)
          if isOpen, !hadSubscription {
            expected.append(.subscription)
          } else if subscription.cancels != 1 {
            Issue.record("\(script): \(index) was not cancelled")
          }
          if !hadSubscription, !isOpen { cancelsOfFirst = 1 }
          continue
        case .value:
          if new.receive(index) != isOpen { Issue.record("\(script): wrong answer to \(index)") }
          if isOpen { expected.append(.value(index)) }
          continue
        case .completion:
          new.receive(completion: .finished)
          if isOpen { expected.append(.finished) }
        case .endsWithCompletion:
          if new.end(.finished) { Issue.record("\(script): wants more") }
          if isOpen { expected.append(.finished) }
        case .endsAfterValue:
          if new.end(after: 90) { Issue.record("\(script): wants more") }
          if isOpen { expected += [90, .finished] }
        case .closesFirst:
          let wasOpen = new.close()
          if wasOpen != isOpen { Issue.record("\(script): closed wrongly") }
          if wasOpen { new.finish(after: 90) }
          if isOpen { expected += [90, .finished] }
        case .cancel: new.connection.cancel()
        }
        let cancels = [.endsWithCompletion, .endsAfterValue, .cancel].contains(step)
        if isOpen, hadSubscription, cancels {
          cancelsOfFirst = 1
          if step != .cancel, cancelsAtEnd != 1 { Issue.record("\(script): ended too late") }
        }
        isOpen = false
      }
      if recorder.history != expected { Issue.record("\(script) gave \(recorder.history)") }
      if new.isOpen != isOpen { Issue.record("\(script): is open or not") }
      if let first = subscriptions.first, first.cancels != cancelsOfFirst {
        Issue.record("\(script): cancelled \(first.cancels) times")
      }
      valve = nil
    }
  }

  @Test func `Whoever cancels at the last value gets no end`() {
    let recorder = Recorder<Int, Failed> { recorder, event in
      if event == 1 { recorder.cancel() }
      return true
    }
    let valve = Valve(recorder)
    let subscription = CountedSubscription()
    valve.receive(subscription: subscription)
    #expect(!valve.end(after: 1))
    #expect(recorder.history == [.subscription, 1])
    #expect(subscription.cancels == 1)
  }
}
