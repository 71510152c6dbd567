import CoreEngineStreams

extension Case {
  static let retryHandler = Case(
    "R-RETRYHANDLER", "100,000 effects that fail at once, each dispatched by handleError"
  ) { (_: inout _) in
    let count = 100_000
    let core = CountingCore { core, error in
      guard core.errors <= count else { return }
      core.dispatch(effect: Fail<Int, any Error>(error: error))
    }
    core.dispatch(effect: Fail<Int, Failed>(error: Failed()))
    expect(core.errors == count + 1, "stopped at \(core.errors)")
    expect(core.subscription.isEmpty, "effects were left behind")
    core.action(1)
    expect(core.count == 1, "the core is stuck")
    return count
  }
}
