import CoreEngineStreams

/// What a ``Program`` is made of by the library.
final class Sources {
  let inputs: [Program.Input]
  let culprits = Culprits()

  /// Made when somebody asks for the time, since most do not.
  private(set) lazy var clock: StepClock = {
    isTimed = true
    return StepClock()
  }()

  /// Whether somebody has asked for the time.
  private(set) var isTimed = false

  init(_ inputs: [Program.Input]) { self.inputs = inputs }
}
