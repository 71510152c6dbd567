import CoreEngineStreams
import TestSupport
import Testing

/// Random pipelines of the operators with several publishers, against ``Model``.
@Suite struct OperatorModelTests {
  @Test func `Random pipelines deliver what the model says, and release what they held`() {
    var random = SplitMix(seed: 2_026)
    for round in 0..<3_000 {
      let program = Program.random(depth: 4, using: &random)
      let script = Self.script(using: &random)
      let cancelsAt = Int.random(in: 0..<24, using: &random)
      let probe = LifetimeProbe()
      let lines = [Line(), Line()]
      var history: [Event<Int, Failed>] = []
      var token: AnyCancellable?
      do {
        let object = probe.object()
        token = program.publisher(of: lines).sink { completion in
          withExtendedLifetime(object) { history.append(Event(completion)) }
        } receiveValue: { value in
          withExtendedLifetime(object) { history.append(.value(value)) }
        }
      }
      let model = Model(program)
      defer { model.leave() }
      for (step, (input, event)) in script.enumerated() {
        if step == cancelsAt {
          token?.cancel()
          model.cancel()
        }
        lines[input].send(event)
        model.send(event, to: input)
        if history != model.history {
          Issue.record("Round \(round): \(program) of \(script.prefix(step + 1)) gave \(history)")
          return
        }
      }
      if model.isOver, probe.count != 0 {
        Issue.record("Round \(round): \(program) keeps its subscriber after \(history)")
        return
      }
      withExtendedLifetime(token) {}
    }
  }

  private static func script(using random: inout SplitMix) -> [(Int, Event<Int, Failed>)] {
    (0..<Int.random(in: 0...12, using: &random)).map { step in
      let input = Int.random(in: 0...1, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: return (input, .finished)
      case 1: return (input, .failure(Failed(code: step)))
      default: return (input, .value(step + 1))
      }
    }
  }
}
