import CoreEngineStreams
import Foundation
import TestSupport
import Testing

@Suite struct HandleEventsTests {
  /// Notes everything in one list, also what the sink itself gets.
  private func observe<Upstream: Publisher>(
    _ upstream: Upstream, in log: Log<String>
  ) -> Publishers.HandleEvents<Upstream> {
    upstream.handleEvents(
      receiveSubscription: { _ in log.append("subscription") },
      receiveOutput: { log.append("output \($0)") },
      receiveCompletion: { completion in
        if case .failure = completion { log.append("failure") } else { log.append("finished") }
      },
      receiveCancel: { log.append("cancel") })
  }

  @Test func `Each closure is called before what it is called with is passed on`() {
    let log = Log<String>()
    let subject = PassthroughSubject<Int, Failed>()
    let recording = observe(subject, in: log).record {
      log.append("sink \($0)")
    } atEnd: {
      log.append("end")
    }
    subject.send(1)
    subject.send(completion: .failure(Failed(code: 1)))
    recording.cancel()
    #expect(
      log.values
        == ["subscription", "output 1", "sink 1", "failure", "end"])
  }

  @Test func `Nothing is called without a subscriber, and all may be left out`() {
    let log = Log<String>()
    _ = observe(Just(1), in: log)
    #expect(log.values == [])
    #expect(Just(1).handleEvents().record().history == [1, .finished])
  }

  @Test func `E-CANCEL3: cancelling is told once, before upstream is cancelled`() {
    let log = Log<String>()
    let subject = PassthroughSubject<Int, Never>()
    let below = observe(subject.handleEvents(receiveCancel: { log.append("upstream") }), in: log)
    var recording: Recording<Int, Never>? = below.record()
    subject.send(1)
    recording?.cancel()
    recording?.cancel()
    recording = nil
    subject.send(2)
    subject.send(completion: .finished)
    #expect(log.values == ["subscription", "output 1", "cancel", "upstream"])
  }

  @Test func `A subscriber that wants no more has cancelled`() {
    let log = Log<String>()
    let subject = PassthroughSubject<Int, Never>()
    let recorder = Recorder<Int, Never> { _, event in event != 1 }
    observe(subject, in: log).subscribe(recorder)
    subject.send(1)
    subject.send(2)
    #expect(log.values == ["subscription", "output 1", "cancel"])
    #expect(recorder.history == [.subscription, 1])
  }

  @Test func `An operator that ends early cancels what lies before it, not what lies after`() {
    let before = Log<String>()
    let after = Log<String>()
    let subject = PassthroughSubject<Int, Never>()
    let recording = observe(observe(subject, in: before).prefix(1), in: after).record()
    subject.send(1)
    #expect(before.values == ["subscription", "output 1", "cancel"])
    #expect(after.values == ["subscription", "output 1", "finished"])
    #expect(recording.history == [1, .finished])
  }

  /// Where a pipeline is cancelled from inside.
  enum Place: CaseIterable { case subscription, output, completion }

  @Test(arguments: Place.allCases)
  func `E-CANCEL3: a closure may cancel the subscription that it is told of`(place: Place) {
    let log = Log<String>()
    let subject = PassthroughSubject<Int, Never>()
    var subscription: (any Subscription)?
    func cancel(at here: Place) { if here == place { subscription?.cancel() } }
    let recorder = Recorder<Int, Never>()
    subject.handleEvents(
      receiveSubscription: {
        subscription = $0
        cancel(at: .subscription)
      },
      receiveOutput: { _ in cancel(at: .output) },
      receiveCompletion: { _ in cancel(at: .completion) },
      receiveCancel: { log.append("cancel") }
    ).subscribe(recorder)
    subject.send(1)
    subject.send(completion: .finished)
    #expect(recorder.history == (place == .completion ? [.subscription, 1] : [.subscription]))
    #expect(log.values == (place == .completion ? [] : ["cancel"]))
  }

  @Test func `The closure of a cancel runs on the thread that cancels`() {
    let threads = Log<ObjectIdentifier>()
    let token = PassthroughSubject<Int, Never>().handleEvents(receiveCancel: {
      threads.append(ObjectIdentifier(Thread.current))
    }).sink { _ in }
    onThreads(1) { _ in
      threads.append(ObjectIdentifier(Thread.current))
      token.cancel()
    }
    #expect(threads.count == 2 && Set(threads.values).count == 1)
  }

  /// Only the cancelling crosses threads; one thread alone sends.
  private struct Box: @unchecked Sendable {
    let subject = PassthroughSubject<Int, Never>()
  }

  @Test func `E-CANCELRACE: of the end and a cancel on two threads, one is told`() {
    for _ in 0..<200 {
      let log = Log<String>()
      let box = Box()
      let token = box.subject.handleEvents(
        receiveCompletion: { _ in log.append("completion") },
        receiveCancel: { log.append("cancel") }
      ).sink { _ in }
      onThreads(2) { index in
        if index == 0 { token.cancel() } else { box.subject.send(completion: .finished) }
      }
      #expect(log.count == 1)
    }
  }

  @Test func `E-CANCELRACE: of the last value and a cancel on two threads, upstream hears one`() {
    for _ in 0..<200 {
      let cancels = Log<Bool>()
      let box = Box()
      let token = box.subject.handleEvents(receiveCancel: { cancels.append(true) })
        .prefix(1).sink { _ in }
      onThreads(2) { index in
        if index == 0 { token.cancel() } else { box.subject.send(1) }
      }
      #expect(cancels.count == 1)
    }
  }
}
