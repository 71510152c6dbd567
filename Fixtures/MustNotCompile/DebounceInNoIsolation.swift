// T1: an operator of time delivers in an isolation, so it needs one.
// expected: call to actor-isolated instance method 'debounce(for:isolation:)' in a synchronous nonisolated context
// expected: call to actor-isolated instance method 'timeout(_:clock:customError:isolation:)' in a synchronous nonisolated context
import CoreEngineStreams

@MainActor func settle(_ subject: PassthroughSubject<Int, Never>) {
  _ = subject.debounce(for: .seconds(1))
  _ = subject.timeout(.seconds(1), clock: .suspending)
}

#if REFUSED
  func settleAnywhere(_ subject: PassthroughSubject<Int, Never>) {
    _ = subject.debounce(for: .seconds(1))
    _ = subject.timeout(.seconds(1), clock: .suspending)
  }
#endif
