// T1: a sink keeps the isolation that it was written in.
// expected: main actor-isolated property 'shown' can not be mutated from a nonisolated context
import CoreEngineStreams

@MainActor final class Screen {
  var shown = 0
}

@MainActor func showOnMain(_ subject: PassthroughSubject<Int, Never>, on screen: Screen) {
  subject.sink { screen.shown = $0 }.cancel()
}

#if REFUSED
  func showFromAnywhere(_ subject: PassthroughSubject<Int, Never>, on screen: Screen) {
    subject.sink { screen.shown = $0 }.cancel()
  }
#endif
