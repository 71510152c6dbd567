import TestSupport

extension StreamsWorld {
  /// Runs the library and the model.
  ///
  /// - Parameter chooser: Makes choosers that decide alike.
  /// - Returns: How they differ, if they do.
  static func difference(_ chooser: () -> some Chooser) -> String? {
    let model = ModelStreams(chooser())
    var live: [[Bool]] = []
    model.run {
      live.append(model.live)
      return true
    }
    model.end()
    let real = RealStreams(chooser())
    var round = 0
    var kept: [Int] = []
    real.run {
      if round < live.count {
        let ended = zip(real.live, live[round]).enumerated().filter { $1.0 && !$1.1 }
        kept = ended.map(\.offset).filter { !real.programs[$0].hoards }
      }
      round += 1
      return kept.isEmpty
    }
    let sleepers = real.end()
    let same = zip(real.history, model.history).prefix { $0 == $1 }.count
    if kept.isEmpty, sleepers == 0, real.history == model.history { return nil }
    return """
      subscribed to:
      \(lines(real.programs.enumerated().map { "\($0): \($1)" }))
      both:
      \(lines(real.history.prefix(same)))
      the library alone:
      \(lines(real.history.dropFirst(same)))
      the model alone:
      \(lines(model.history.dropFirst(same)))
      have ended, and are kept: \(kept)
      tasks that wait for nothing: \(sleepers)
      """
  }

  private static func lines(_ items: some Sequence) -> String {
    items.map { "  \($0)" }.joined(separator: "\n")
  }
}
