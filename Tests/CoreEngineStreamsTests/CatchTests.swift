import CoreEngineStreams
import TestSupport
import Testing

@Suite struct CatchTests {
  @Test func `It goes on with what the closure returns, and ends as that does`() {
    let (a, b) = (Line(), Line())
    var errors: [Failed] = []
    let recording = a.catch { error in
      errors.append(error)
      return b
    }
    .record()
    a.send(1)
    b.send(2)
    a.send(.failure(Failed(code: 3)))
    a.send(4)
    b.send(5)
    b.send(.failure(Failed(code: 6)))
    #expect(recording.history == [1, 5, .failure(Failed(code: 6))])
    #expect(errors == [Failed(code: 3)])
  }

  @Test func `Without a failure the closure is not called`() {
    var count = 0
    let recording = values(1, 2).catch { _ in
      count += 1
      return Just(3)
    }
    .record()
    #expect(recording.history == [1, 2, .finished])
    #expect(count == 0)
  }

  @Test func `A replacement that cannot fail makes the whole unable to fail`() {
    let recording: Recording<Int, Never> = Fail<Int, Failed>(error: Failed(code: 5))
      .catch { Just($0.code) }.record()
    #expect(recording.history == [5, .finished])
  }

  @Test func `Whoever cancels inside the closure gets nothing of the replacement`() {
    let line = Line()
    var token: AnyCancellable?
    var count = 0
    let recording = line.catch { _ in
      token?.cancel()
      return Improvised<Int, Failed> { _ in count += 1 }
    }
    .record()
    token = recording.token
    line.send(.failure(Failed()))
    #expect(recording.history == [])
    #expect(count == 0)
  }

  @Test func `What the closure sends into the replacement before it is returned is not for it`() {
    let (a, b) = (Line(), Line())
    let recording = a.catch { _ in
      b.send(1)
      return b
    }
    .record()
    a.send(.failure(Failed()))
    b.send(2)
    #expect(recording.history == [2])
  }

  @Test func `tryCatch fails with what the closure throws, as the error that it was`() {
    var errors: [any Error] = []
    let token = Fail<Int, Failed>(error: Failed(code: 1))
      .tryCatch { error -> Just<Int> in throw Failed(code: error.code + 1) }
      .sink { completion in
        if case .failure(let error) = completion { errors.append(error) }
      } receiveValue: { _ in
      }
    #expect(errors.map { $0 as? Failed } == [Failed(code: 2)])
    #expect(errors.allSatisfy { type(of: $0) == Failed.self })
    withExtendedLifetime(token) {}
  }

  @Test func `tryCatch goes on with a replacement, whatever its failure type`() {
    let core = TallyCore()
    let failing = Fail<TallyCore.Action, Failed>(error: Failed())
    core.dispatch(effect: failing.tryCatch { _ in Just(.add(1)) })
    core.dispatch(
      effect: failing.tryCatch { _ in
        Fail<TallyCore.Action, Failed>(error: Failed(code: 2))
      })
    core.dispatch(
      effect: failing.tryCatch { _ in
        Fail<TallyCore.Action, any Error>(error: Failed(code: 3))
      })
    core.dispatch(
      effect: failing.tryCatch { _ -> Just<TallyCore.Action> in throw Failed(code: 4) })
    #expect(core.reduced == [.add(1)])
    #expect(core.errors.map { ($0 as? Failed)?.code } == [2, 3, 4])
    #expect(core.errors.allSatisfy { type(of: $0) == Failed.self })
  }
}
