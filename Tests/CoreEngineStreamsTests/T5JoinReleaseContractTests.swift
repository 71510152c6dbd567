import CoreEngineStreams
import TestSupport
import Testing

/// T5 for operators with several publishers behind them: nothing is kept beyond the end.
@Suite struct T5JoinReleaseContractTests {
  enum Ending: CaseIterable {
    case finish, fail, failSecond, cancel, cancelInside, dropToken, releaseSources
  }

  @Test(arguments: Join.all, Ending.allCases)
  func `E-RELEASEALL: however it ends, its token keeps nothing alive`(join: Join, ending: Ending) {
    // These hold what they may subscribe to once more, and so their sources.
    if ending == .releaseSources, join.holdsSources { return }
    let closures = LifetimeProbe()
    let sinks = LifetimeProbe()
    var a: Line? = Line()
    var b: Line? = Line()
    weak let watchedA = a
    weak let watchedB = b
    var token: AnyCancellable?
    do {
      let object = sinks.object()
      token = join.make(
        a!.eraseToAnyPublisher(), b!.eraseToAnyPublisher(), closures.object()
      )
      .sink { _ in
        withExtendedLifetime(object) {}
      } receiveValue: { value in
        withExtendedLifetime(object) {}
        if value == 3 { token?.cancel() }
      }
    }
    a?.send(1)
    b?.send(2)
    #expect(closures.count == 1)
    #expect(sinks.count == 1)
    switch ending {
    case .finish:
      a?.send(.finished)
      b?.send(.finished)
    case .fail:
      a?.send(.failure(Failed()))
      b?.send(.failure(Failed()))
    case .failSecond:
      // Those that have not come to the second need an end of the first.
      if !join.isParallel {
        a?.send(join.name == "catch" ? .failure(Failed()) : .finished)
      }
      b?.send(.failure(Failed()))
    case .cancel: token?.cancel()
    case .cancelInside:
      for line in [a, b] { line?.send(3) }
      b?.send(3)
      token?.cancel()
    case .dropToken: token = nil
    case .releaseSources:
      a = nil
      b = nil
    }
    #expect(closures.count == 0)
    #expect(sinks.count == 0)
    a = nil
    b = nil
    #expect(watchedA == nil && watchedB == nil)
    withExtendedLifetime(token) {}
  }

  @Test(arguments: Join.all)
  func `Effects made of it leave the core, and die with it`(join: Join) {
    for ending in [Ending.finish, .fail, .cancel, .releaseSources] {
      let closures = LifetimeProbe()
      let (a, b) = (Line(), Line())
      var core: TallyCore? = TallyCore()
      weak let watched = core
      core?.dispatch(
        effect: join.make(a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), closures.object())
          .map { .add($0) }, id: "join")
      a.send(1)
      b.send(2)
      #expect(core?.subscription.count == 1)
      switch ending {
      case .finish, .fail:
        for line in [a, b] { line.send(ending == .finish ? .finished : .failure(Failed())) }
      case .cancel: core?.cancelEffect(id: "join")
      default: core = nil
      }
      #expect(closures.count == 0)
      #expect(core?.subscription.isEmpty != false)
      #expect(core?.errors.count != 2)
      core = nil
      #expect(watched == nil)
    }
  }
}
