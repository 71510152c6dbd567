import CoreEngineStreams
import TestSupport
import Testing

@Suite struct CurrentValueSubjectTests {
  @Test func `Replays its value, and publishes each way of changing it`() {
    let subject = CurrentValueSubject<[Int], Never>([])
    let recording = subject.record()
    subject.send([1])
    subject.value = [2]
    subject.value.append(3)
    subject.value = subject.value
    let late = subject.record()
    #expect(
      recording.history
        == [.value([]), .value([1]), .value([2]), .value([2, 3]), .value([2, 3])])
    #expect(late.history == [.value([2, 3])])
    #expect(subject.value == [2, 3])
  }

  @Test func `Publishes a change in place that throws half way`() {
    func change(_ values: inout [Int]) throws {
      values.append(1)
      throw Failed()
    }
    let subject = CurrentValueSubject<[Int], Never>([])
    let recording = subject.record()
    #expect(throws: Failed.self) { try change(&subject.value) }
    subject.value.append(2)
    #expect(recording.history == [.value([]), .value([1]), .value([1, 2])])
  }

  @Test func `Needs no subscriber to hold, to end, or to be released`() {
    let subject = CurrentValueSubject<Int, Failed>(0)
    subject.value += 1
    subject.send(completion: .failure(Failed()))
    subject.send(2)
    #expect(subject.value == 1)
    #expect(subject.record().history == [.failure(Failed())])
  }

  @Test func `A signal carries nothing`() {
    let subject = CurrentValueSubject<Void, Never>(())
    var count = 0
    let token = subject.sink { count += 1 }
    subject.send()
    #expect(count == 2)
    token.cancel()
  }

  @Test func `Using the value while it changes in place stops the program with a message`() async {
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let subject = CurrentValueSubject<Int, Never>(0)
        func change(_ value: inout Int, _ body: () -> Void) { body() }
        change(&subject.value) { subject.value = 1 }
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let subject = CurrentValueSubject<Int, Never>(0)
        func change(_ value: inout Int, _ body: () -> Void) { body() }
        change(&subject.value) { subject.sink { _ in }.cancel() }
      },
    ]
    for result in results {
      #expect(
        result?.errorText.contains("read or set while it was being changed in place") == true)
    }
  }

  @Test func `Each subscriber gets the value of the moment, and what is sent until it leaves`() {
    let subject = CurrentValueSubject<Int, Never>(0)
    let first = subject.record()
    subject.send(1)
    let second = subject.record()
    subject.send(2)
    first.cancel()
    subject.send(3)
    let third = subject.record()
    second.cancel()
    first.cancel()
    subject.send(4)
    #expect(first.history == [0, 1, 2])
    #expect(second.history == [1, 2, 3])
    #expect(third.history == [3, 4])
    #expect(subject.value == 4)
  }
}
