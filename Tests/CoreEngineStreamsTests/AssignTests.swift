import CoreEngineStreams
import TestSupport
import Testing

@Suite struct AssignTests {
  final class Label {
    var history: [Int] = []
    var value = 0 { didSet { history.append(value) } }
  }

  @Test func `Sets the property to each value until it is cancelled`() {
    let label = Label()
    let subject = CurrentValueSubject<Int, Never>(1)
    let token = subject.assign(to: \.value, on: label)
    subject.send(2)
    token.cancel()
    subject.send(3)
    #expect(label.history == [1, 2])
  }

  @Test func `Holds the object weakly, and ends once it is gone`() {
    let probe = LifetimeProbe()
    var label: Label? = Label()
    weak let released = label
    let subject = PassthroughSubject<Int, Never>()
    let token = subject.map(holding(probe.object())).assign(to: \.value, on: label!)
    subject.send(1)
    #expect(label?.history == [1])
    label = nil
    #expect(released == nil)
    #expect(probe.count == 1)
    subject.send(2)
    #expect(probe.count == 0)
    token.cancel()
  }

  @Test func `Assigns through several objects in order`() {
    let label = Label()
    let first = CurrentValueSubject<Int, Never>(0)
    let second = CurrentValueSubject<Int, Never>(10)
    let tokens = [
      first.assign(to: \.value, on: second), second.assign(to: \.value, on: label),
    ]
    first.send(1)
    first.send(completion: .finished)
    first.value = 5
    #expect(label.history == [0, 1])
    #expect(second.value == 1)
    withExtendedLifetime(tokens) {}
  }

  @Test func `An end upstream leaves a published property as it is, and open`() {
    final class Owner { @Published var value = 0 }
    let owner = Owner()
    let recording = owner.$value.record()
    let subject = PassthroughSubject<Int, Never>()
    let token = subject.assign(to: \.value, on: owner)
    subject.send(1)
    subject.send(completion: .finished)
    owner.value = 2
    #expect(recording.history == [0, 1, 2])
    token.cancel()
  }
}
