import CoreEngineStreams
import Testing

@Suite struct TryMapTests {
  @Test func `It publishes the results`() {
    let recording = [1, 2].publisher.tryMap { $0 * 10 }.asFailed().record()
    #expect(recording.history == [10, 20, .finished])
  }

  @Test func `What is thrown is the failure, and the closure is not called again`() throws {
    final class Identified: Error {}
    let thrown = Identified()
    let subject = PassthroughSubject<Int, Never>()
    var calls: [Int] = []
    var end: Subscribers.Completion<any Error>?
    let token = subject.tryMap { value -> Int in
      calls.append(value)
      if value == 2 { throw thrown }
      return value
    }.sink {
      end = $0
    } receiveValue: { _ in
    }
    for value in 1...3 { subject.send(value) }
    #expect(calls == [1, 2])
    guard case .failure(let error as Identified) = end else { throw Failed() }
    #expect(error === thrown)
    token.cancel()
  }

  @Test func `A failure of upstream arrives as the error that it was, however often it is erased`()
  {
    let failing = Fail<Int, Failed>(error: Failed(code: 3))
    let recording = failing.tryMap { $0 }.tryMap { $0 }.tryMap { $0 }.asFailed().record()
    #expect(recording.history == [.failure(Failed(code: 3))])
  }

  @Test func `R-TAKE: what is sent while the failure is passed on is not heard`() {
    let subject = PassthroughSubject<Int, Never>()
    let recording = subject.tryMap { value -> Int in
      if value == 2 { throw Failed() }
      return value
    }.asFailed().record {
      subject.send($0 + 1)
    } atEnd: {
      subject.send(1)
      subject.send(completion: .finished)
    }
    subject.send(1)
    #expect(recording.history == [1, .failure(Failed())])
  }

  @Test func `E-CANCEL3: a closure that cancels and then throws ends without a failure`() {
    let subject = PassthroughSubject<Int, Never>()
    var token: AnyCancellable?
    let recorder = Recorder<Int, any Error>()
    token = subject.tryMap { _ -> Int in
      token?.cancel()
      throw Failed()
    }.sink {
      recorder.receive(completion: $0)
    } receiveValue: {
      _ = recorder.receive($0)
    }
    subject.send(1)
    #expect(recorder.history.isEmpty)
  }
}
