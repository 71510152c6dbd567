import CoreEngineStreams
import TestSupport
import Testing

/// T5: whatever the operator, a subscription that has ended keeps nothing alive.
@Suite struct OperatorReleaseContractTests {
  /// How a subscription may end.
  enum Ending: CaseIterable { case finish, fail, cancel, dropToken }

  @Test(arguments: OperatorCase.all, Ending.allCases)
  func `E-RELEASEALL: its token keeps nothing alive`(operation: OperatorCase, ending: Ending) {
    let probe = LifetimeProbe()
    var subject: PassthroughSubject<Int, Failed>? = PassthroughSubject()
    weak let watched = subject
    var isOver = false
    var token: AnyCancellable?
    do {
      let object = probe.object()
      token = operation.make(from: subject!, holding: object).sink {
        _ = holding(object)($0)
        isOver = true
      } receiveValue: {
        _ = holding(object)($0)
      }
    }
    #expect(probe.count == (isOver ? 0 : 1))
    switch ending {
    case .finish: subject?.send(completion: .finished)
    case .fail: subject?.send(completion: .failure(Failed()))
    case .cancel: token?.cancel()
    case .dropToken: token = nil
    }
    #expect(probe.count == 0)
    subject = nil
    #expect(watched == nil)
    withExtendedLifetime(token) {}
  }

  @Test(arguments: OperatorCase.all)
  func `E-RELEASEALL: one that ends by itself keeps nothing alive`(operation: OperatorCase) {
    let probe = LifetimeProbe()
    let subject = PassthroughSubject<Int, Failed>()
    let recording = operation.make(from: subject, holding: probe.object()).record()
    for value in 1...3 { subject.send(value) }
    let isOver = recording.history == operation.finishing
    #expect(probe.count == (isOver ? 0 : 1))
  }

  @Test(arguments: OperatorCase.all, [Ending.finish, .fail, .cancel])
  func `E-RELEASEALL: a subscription that is kept after its end keeps nothing alive`(
    operation: OperatorCase, ending: Ending
  ) {
    let probe = LifetimeProbe()
    let subject = PassthroughSubject<Int, Failed>()
    let recorder = Recorder<Int, Failed>()
    do {
      // What upstream's subscription holds is held by whoever holds that.
      let object = probe.object()
      let upstream = subject.handleEvents(receiveCancel: { withExtendedLifetime(object) {} })
      operation.make(from: upstream).subscribe(recorder)
    }
    subject.send(1)
    switch ending {
    case .finish: subject.send(completion: .finished)
    case .fail: subject.send(completion: .failure(Failed()))
    case .cancel, .dropToken: recorder.cancel()
    }
    #expect(probe.count == 0)
    #expect(recorder.subscriptions.count == 1)
  }
}
