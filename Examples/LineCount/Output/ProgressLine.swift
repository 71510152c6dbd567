/// A line that is redrawn as the states of the core come.
struct ProgressLine<Time: Clock<Duration>>: Sendable {
  /// The least time between two drawings: at most 20 a second.
  static var pause: Duration { .milliseconds(50) }

  let clock: Time
  private let start: Time.Instant

  init(clock: Time = ContinuousClock()) {
    self.clock = clock
    start = clock.now
  }

  /// Draws the newest state, again and again, until the states or the task end.
  nonisolated(nonsending) func follow(
    _ states: some AsyncSequence<Counting, Never>, width: () -> Int, show: (String) -> Void
  ) async {
    for await state in states {
      let elapsed = start.duration(to: clock.now)
      show("\r\(Self.text(state, elapsed: elapsed, width: width()))\u{1B}[K")
      // The states that come meanwhile are passed over, but for the last.
      do { try await clock.sleep(for: Self.pause) } catch { return }
    }
  }

  /// A bar, how many of the files are done, how many a second, the time left and the current file,
  /// as far as there is room.
  static func text(_ state: Counting, elapsed: Duration, width: Int) -> String {
    let share = state.discovered == 0 ? 0 : Double(state.done) / Double(state.discovered)
    let filled = Int(share * 20)
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: 20 - filled)
    let speed = Double(state.done) / max(elapsed / .seconds(1), 0.001)
    let left =
      state.done == 0
      ? "" : ", \(Int((Double(state.discovered - state.done) / speed).rounded(.up))) s left"
    let text =
      "[\(bar)] \(state.done)/\(state.discovered) files, \(Int(speed))/s\(left)  \(state.current?.line ?? "")"
    return text.prefix(columns: width - 1)
  }
}

extension String {
  /// The beginning that fits so many columns, if whatever is not ASCII takes two.
  fileprivate func prefix(columns: Int) -> String {
    var left = columns
    return String(
      prefix {
        left -= $0.isASCII ? 1 : 2
        return left >= 0
      })
  }
}
