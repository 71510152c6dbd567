// T1: a subject with a sink of the main actor sends there.
// expected: passing closure as a 'sending' parameter risks causing data races
import CoreEngineStreams

@MainActor final class Screen {
  var shown = 0
}

@MainActor func show(on screen: Screen) {
  let subject = PassthroughSubject<Int, Never>()
  let token = subject.sink { screen.shown = $0 }
  #if REFUSED
    Task.detached { subject.send(2) }
  #else
    Task { subject.send(2) }
  #endif
  token.cancel()
}
