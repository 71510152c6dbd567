import CoreEngineStreams
import TestSupport
import Testing

@Suite struct TryRemoveDuplicatesTests {
  @Test func `It leaves out duplicates of the last value passed on`() {
    let recording = [1, 3, 4, 6, 7].publisher.tryRemoveDuplicates { $0 % 2 == $1 % 2 }
      .asFailed().record()
    #expect(recording.history == [1, 4, 7, .finished])
  }

  @Test func `The first value passes uncompared`() {
    let recording = Just(1).tryRemoveDuplicates { _, _ in throw Failed() }.asFailed().record()
    #expect(recording.history == [1, .finished])
  }

  @Test func `What the comparison throws is the failure`() {
    let recording = [1, 1, 2, 3].publisher.tryRemoveDuplicates { before, value in
      if value == 3 { throw Failed(code: before) }
      return before == value
    }.asFailed().record()
    #expect(recording.history == [1, 2, .failure(Failed(code: 2))])
  }

  @Test func `Once it has thrown, the comparison is not called again`() {
    var compared: [[Int]] = []
    var feed: AnySubscriber<Int, Never>?
    let recording = Improvised<Int, Never> { feed = $0 }.tryRemoveDuplicates { last, new in
      compared.append([last, new])
      if new == 3 { throw Failed() }
      return last == new
    }.asFailed().record()
    for value in [1, 2, 2, 3, 3, 4] { feed?.receive(value) }
    feed?.receive(completion: .finished)
    #expect(recording.history == [1, 2, .failure(Failed())])
    #expect(compared == [[1, 2], [2, 2], [2, 3]])
  }

  @Test func `R-SELECTDUP: what a sink sends is compared with what it received`() {
    let subject = PassthroughSubject<Int, Never>()
    let recording = subject.tryRemoveDuplicates(by: ==).asFailed().record {
      subject.send(min($0, 42))
    }
    for value in [0, 100, 42] { subject.send(value) }
    #expect(recording.history == [0, 100, 42])
  }

  @Test
  func `The value to compare with is released at the end, though the source keeps its subscriber`()
  {
    let probe = LifetimeProbe()
    var kept: AnySubscriber<LifetimeProbe.Object, Never>?
    let source = Improvised<LifetimeProbe.Object, Never> { kept = $0 }
    let token = source.tryRemoveDuplicates { _, _ in false }.sink { _ in
    } receiveValue: { _ in
    }
    kept?.receive(probe.object())
    #expect(probe.count == 1)
    kept?.receive(completion: .finished)
    #expect(probe.count == 0)
    token.cancel()
  }
}
