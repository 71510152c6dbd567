// T1: what is made of a publisher stays where that is.
// expected: sending 'doubled' risks causing data races
import CoreEngineStreams

func subscribeInTwoTasks() async {
  let subject = PassthroughSubject<Int, Never>()
  let doubled = subject.map { $0 * 2 }.eraseToAnyPublisher()
  async let one: Void = doubled.sink { print($0) }.cancel()
  #if REFUSED
    doubled.sink { print($0) }.cancel()
  #endif
  await one
}
