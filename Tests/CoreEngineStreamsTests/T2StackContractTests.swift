import CoreEngineStreams
import TestSupport
import Testing

/// T2: what is sent from inside a delivery waits, so that the stack does not grow.
@Suite struct T2StackContractTests {
  @Test func `R-100K: a chain of 100,000 sends fits a stack of 512 KB`() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: 512 * 1024) { _ in
        for source in Source.allCases {
          let feed = source.make()
          var last = 0
          let tokens = (0..<2).map { _ in
            feed.publisher.sink { value in
              precondition(value == 0 || value == last || value == last + 1, "Out of order")
              if value == last + 1 {
                last = value
                if value < 100_000 { feed.send(value + 1) }
              }
            }
          }
          feed.send(1)
          precondition(last == 100_000, "\(source) stopped at \(last)")
          withExtendedLifetime(tokens) {}
        }
      }
    }
  }

  @Test func `R-100K: effects that lead to 100,000 effects fit a stack of 512 KB`() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: 512 * 1024) { _ in
        let core = TallyCore()
        let token = core.$state.sink { state in
          if state.count < 100_000 { core.dispatch(effect: Just(.add(1))) }
        }
        precondition(core.count == 100_000, "Stopped at \(core.count)")
        precondition(core.subscription.isEmpty, "Effects were left behind")
        withExtendedLifetime(token) {}
      }
    }
  }

  @Test func `R-RETRYHANDLER: 100,000 retries at once fit a stack of 512 KB`() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: 512 * 1024) { _ in
        var count = 0
        let core = TallyCore { core, error in
          guard count < 100_000 else { return }
          count += 1
          core.dispatch(effect: Fail<TallyCore.Action, any Error>(error: error))
        }
        core.dispatch(effect: Fail<TallyCore.Action, Failed>(error: Failed()))
        precondition(count == 100_000 && core.errors.count == 100_001, "Stopped at \(count)")
        precondition(core.subscription.isEmpty, "Effects were left behind")
        core.action(.add(1))
        precondition(core.count == 1, "The core is stuck")
      }
    }
  }

  @Test func `R-RETRYHANDLER: releasing the core ends an endless retry`() {
    var core: TallyCore?
    let subject = PassthroughSubject<TallyCore.Action, Failed>()
    var count = 0
    core = TallyCore { retrying, _ in
      count += 1
      if count == 1_000 { core = nil }
      retrying.dispatch(effect: Fail<TallyCore.Action, Failed>(error: Failed()))
    }
    weak let released = core
    core?.dispatch(effect: subject)
    subject.send(completion: .failure(Failed()))
    #expect(count == 1_000)
    #expect(released == nil)
  }
}
