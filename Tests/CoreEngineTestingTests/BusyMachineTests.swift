import CoreEngineAsync
import CoreEngineStreams
import CoreEngineTesting
import Testing

/// On a machine that is busy with others, a limit may pass before what was waited for has had its turn.
@Suite(.timeLimit(.minutes(10))) struct BusyMachineTests {
  @Test func `An expectation waits for what is ready`() async {
    await #expect(processExitsWith: .success) {
      keepBusy()
      let core = AsyncCounter()
      sendInTheEnd(.increase, to: core)
      try await core.expect(\.count, equals: 1, within: .milliseconds(1))
    }
  }

  @Test func `An expectation on the main actor waits for what is ready there`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      keepMainActorBusy()
      let core = MainCounter()
      core.dispatch(effect: {
        await turnsOnMainActor()
        return .increase
      })
      try await core.expect(\.count, equals: 1, within: .milliseconds(1))
    }
  }

  @Test func `A test core waits for what is ready`() async {
    await #expect(processExitsWith: .success) {
      keepBusy()
      let test = TestCore(AsyncCounter(), timeout: .milliseconds(1))
      sendInTheEnd(.increase, to: test.core)
      try await test.receive(.increase) { $0.count = 1 }
    }
  }

  @Test func `A test core on the main actor waits for what is ready there`() async {
    await #expect(processExitsWith: .success) { @MainActor in
      keepMainActorBusy()
      let test = TestCore(AsyncCounter(), timeout: .milliseconds(1))
      Task {
        await turnsOnMainActor()
        test.core.send(.increase)
      }
      try await test.receive(.increase) { $0.count = 1 }
    }
  }

  @Test
  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  func `A body waits for what is ready outside`() async {
    await #expect(processExitsWith: .success) {
      keepBusy()
      try await withInterleavings(seeds: [1], patience: .milliseconds(1)) {
        let core = AsyncCounter()
        await withCheckedContinuation { continuation in
          Task.detached {
            await Task { await Task { await Task {}.value }.value }.value
            continuation.resume()
          }
        }
        await core.action(.increase)
      }
    }
  }
}

/// Gives each thread of the pool more to do than the limits allow.
private func keepBusy() {
  for _ in 1...20 { work(steps: 20) }
}

private func work(steps: Int) {
  if steps == 0 { return }
  Task.detached {
    spend()
    work(steps: steps - 1)
  }
}

/// Gives the main actor alone more to do than the limits allow.
@MainActor private func keepMainActorBusy() {
  for _ in 1...20 { workOnMainActor(steps: 12) }
}

@MainActor private func workOnMainActor(steps: Int) {
  if steps == 0 { return }
  Task {
    spend()
    workOnMainActor(steps: steps - 1)
  }
}

/// Needs several turns.
@MainActor private func turnsOnMainActor() async {
  await Task { await Task { await Task {}.value }.value }.value
}

private func spend() {
  let end = ContinuousClock.now + .milliseconds(1)
  while ContinuousClock.now < end {}
}

/// Needs several turns for it.
private func sendInTheEnd(_ action: CountAction, to core: AsyncCounter) {
  Task.detached {
    await Task { await Task { await Task {}.value }.value }.value
    core.send(action)
  }
}
