// O-SERIAL, E-SETRACE: a subject sends in one isolation domain.
// expected: sending 'subject' risks causing data races
// expected: sending value of non-Sendable type '() async -> ()' risks causing data races
import CoreEngineStreams

func sendInTwoTasks() async {
  let subject = PassthroughSubject<Int, Never>()
  async let one: Void = subject.send(1)
  #if REFUSED
    subject.send(2)
  #endif
  await one
}

func sendWhileATaskDoes() {
  let subject = CurrentValueSubject<Int, Never>(0)
  Task { subject.send(1) }
  #if REFUSED
    subject.send(2)
  #endif
}
