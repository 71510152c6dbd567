import CoreEngineKernel
import CoreEngineStreams
import CoreEngineSupport
import CoreEngineTesting
import TestSupport

extension Case {
  static let cancelRace = Case(
    "E-CANCELRACE", "one thread sends while another cancels"
  ) { (random: inout SplitMix) in
    let races = 100
    for race in 0..<races {
      let values = Int.random(in: 1...100, using: &random)
      if race.isMultiple(of: 2) {
        let subject = PassthroughSubject<Int, Never>()
        Self.race(subject.eraseToAnyPublisher(), values, first: 1, subject.send)
      } else {
        let core = CountingCore()
        Self.race(core.$state.map(\.count).eraseToAnyPublisher(), values, first: 0) { _ in
          core.action(1)
        }
      }
    }
    return races
  }

  /// One thread sends 1, 2, ... and another cancels once `values` of them were sent.
  private static func race(
    _ publisher: AnyPublisher<Int, Never>, _ values: Int, first: Int,
    _ send: @escaping (Int) -> Void
  ) {
    let probe = LifetimeProbe()
    let received = Log<Int>()
    let isCancelled = AtomicWord(0)
    let late = Log<Int>()
    let object = Handed(probe.object())
    let token = publisher.sink { [object] value in
      withExtendedLifetime(object) {}
      // The delivery that was running may come here after the cancelling.
      if isCancelled.load() == 1 { late.append(value) }
      received.append(value)
    }
    _ = consume object
    let sent = AtomicWord(0)
    let sending = Handed(send)
    onThreads(2) { thread in
      if thread == 0 {
        for value in 1...values + 20 {
          sending.value(value)
          sent.store(UInt(value))
        }
      } else {
        while sent.load() < values {}
        token.cancel()
        isCancelled.store(1)
      }
    }
    let seen = received.values
    expect(late.count <= 1, "\(late.values) came after the cancelling")
    expect(seen == Array(first..<first + seen.count), "not in order: \(seen)")
    expect(seen.count >= values, "\(seen.count) of \(values) came before the cancelling")
    expect(probe.count == 0, "the sink was not released")
    send(values + 21)
    expect(received.count == seen.count, "a value came after the cancelling")
  }
}
