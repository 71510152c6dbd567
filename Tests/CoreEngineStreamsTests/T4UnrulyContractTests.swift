import CoreEngineStreams
import TestSupport
import Testing

/// T4 and T5: whatever a publisher of one's own does, in whatever order, behind whatever operator.
@MainActor @Suite struct T4UnrulyContractTests {
  private typealias Deed = Unruly.Deed

  /// Every sequence of up to four deeds.
  private nonisolated static let scripts: [[Deed]] = {
    var scripts: [[Deed]] = [[]]
    var longest = scripts
    for _ in 1...4 {
      longest = longest.flatMap { script in Deed.allCases.map { script + [$0] } }
      scripts += longest
    }
    return scripts
  }()

  /// A publisher that does as a script says, to each of its subscribers.
  private final class Culprit {
    private(set) var subscriptions: [CountedSubscription] = []
    private var subscribers: [AnySubscriber<Int, Failed>] = []
    private let atOnce: [Deed]

    init(atOnce: [Deed] = []) { self.atOnce = atOnce }

    var publisher: AnyPublisher<Int, Failed> {
      Improvised { subscriber in
        self.subscribers.append(subscriber)
        for (index, deed) in self.atOnce.enumerated() { self.perform(deed, index, on: subscriber) }
      }
      .eraseToAnyPublisher()
    }

    /// Lets go of its subscribers, some of which keep it.
    func leave() { subscribers = [] }

    func perform(_ deed: Deed, _ index: Int) {
      for subscriber in subscribers { perform(deed, index, on: subscriber) }
    }

    private func perform(_ deed: Deed, _ index: Int, on subscriber: AnySubscriber<Int, Failed>) {
      deed(to: subscriber, index) {
        let subscription = CountedSubscription()
        subscriptions.append(subscription)
        return subscription
      }
    }
  }

  nonisolated struct Pipeline: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether each failure has it subscribe again.
    var repeats = false
    let make: @MainActor (AnyPublisher<Int, Failed>) -> AnyPublisher<Int, Failed>

    static let all: [Pipeline] =
      OperatorCase.all.map { operation in
        Pipeline(testDescription: operation.name) { operation.make(from: $0) }
      }
      + Join.all.flatMap { join in
        let name = join.testDescription
        return [
          Pipeline(testDescription: "\(name), as the first", repeats: name == "retry") {
            join.make($0, values(7, 8), nil)
          },
          Pipeline(testDescription: "\(name), as the second") { join.make(values(7), $0, nil) },
          Pipeline(testDescription: "\(name), as both", repeats: true) { join.make($0, $0, nil) },
        ]
      }
      + T5TimeContractTests.Operator.allCases.map { waits in
        Pipeline(testDescription: "\(waits)") { waits($0, TestClock()) }
      }
      + [
        Pipeline(testDescription: "values and assign") { source in
          // Beside a sink, since these end in something else.
          let shared = source.share()
          var iterator = shared.values.makeAsyncIterator()
          let box = Box()
          let token = shared.catch { _ in Empty<Int, Never>() }.assign(to: \.value, on: box)
          withExtendedLifetime((iterator, token)) {}
          iterator = shared.values.makeAsyncIterator()
          return shared.handleEvents(receiveCancel: { _ = box.value }).eraseToAnyPublisher()
        }
      ]
  }

  private nonisolated final class Box: @unchecked Sendable {
    // Safe: used on the main actor alone, as the tests that use it are.
    var value = 0
  }

  /// What a history may look like: at most one end, and that last.
  private static func isLawful(_ history: [Event<Int, Failed>]) -> Bool {
    history.dropLast().allSatisfy { if case .value = $0 { true } else { false } }
  }

  @Test(arguments: Pipeline.all)
  func `E-COMPLETEINSUB: what is done at once after the first end changes nothing`(
    pipeline: Pipeline
  ) {
    for script in Self.scripts {
      let culprit = Culprit(atOnce: script)
      defer { culprit.leave() }
      let recording = pipeline.make(culprit.publisher).record()
      let end = script.firstIndex { $0 == .finish || $0 == .fail } ?? script.endIndex
      let lawful = Culprit(atOnce: Array(script.prefix(through: min(end, script.count - 1))))
      defer { lawful.leave() }
      let expected = pipeline.make(lawful.publisher).record()
      check(recording.history == expected.history, script, recording.history)
      check(Self.isLawful(recording.history), script, recording.history)
      recording.cancel()
      check(culprit.subscriptions.allSatisfy { $0.cancels <= 1 }, script, recording.history)
    }
  }

  @Test(arguments: Pipeline.all)
  func `E-TERMINAL: nor does what is done later, and nothing follows cancelling`(
    pipeline: Pipeline
  ) {
    for script in Self.scripts where !script.isEmpty {
      let end = script.firstIndex { $0 == .finish || $0 == .fail } ?? script.endIndex
      let culprit = Culprit()
      defer { culprit.leave() }
      let recording = pipeline.make(culprit.publisher).record()
      for (index, deed) in script.enumerated() {
        let before = recording.history
        culprit.perform(deed, index)
        // Those that subscribe again have a subscription to which this is not the first end.
        guard index > end, !pipeline.repeats else { continue }
        check(recording.history == before, script, recording.history)
      }
      check(Self.isLawful(recording.history), script, recording.history)
      recording.cancel()
      check(culprit.subscriptions.allSatisfy { $0.cancels <= 1 }, script, recording.history)
      for cancelAt in script.indices {
        let culprit = Culprit()
        defer { culprit.leave() }
        let recording = pipeline.make(culprit.publisher).record()
        for (index, deed) in script.enumerated() {
          if index == cancelAt { recording.cancel() }
          let before = recording.history
          culprit.perform(deed, index)
          check(index < cancelAt || recording.history == before, script, recording.history)
        }
        check(culprit.subscriptions.allSatisfy { $0.cancels <= 1 }, script, recording.history)
      }
    }
  }

  /// Does everything once more when it is cancelled.
  private final class Sulking: Subscription, @unchecked Sendable {
    // Safe: used on the main actor alone, as the tests that use it are.
    private let onCancel: () -> Void

    init(_ onCancel: @escaping () -> Void) { self.onCancel = onCancel }

    func cancel() { onCancel() }
  }

  @Test(arguments: Pipeline.all)
  func `E-CANCEL3: what is sent as it is cancelled is not heard`(pipeline: Pipeline) {
    for script in Self.scripts {
      func run(sulks: Bool) -> [Event<Int, Failed>] {
        let publisher = Improvised<Int, Failed> { subscriber in
          subscriber.receive(
            subscription: Sulking {
              guard sulks else { return }
              subscriber.receive(90)
              subscriber.receive(completion: .finished)
              subscriber.receive(91)
            })
          for (index, deed) in script.enumerated() where deed != .subscription {
            switch deed {
            case .finish: subscriber.receive(completion: .finished)
            case .fail: subscriber.receive(completion: .failure(Failed(code: index)))
            default: if !subscriber.receive(index) { return }
            }
          }
        }
        let recording = pipeline.make(publisher.eraseToAnyPublisher()).record()
        recording.cancel()
        return recording.history
      }
      let history = run(sulks: true)
      check(history == run(sulks: false), script, history)
    }
  }

  private func check(_ condition: Bool, _ script: [Deed], _ history: [Event<Int, Failed>]) {
    // Not `#expect`, which is slow where there are so many.
    if !condition { Issue.record("\(script) gave \(history)") }
  }
}
