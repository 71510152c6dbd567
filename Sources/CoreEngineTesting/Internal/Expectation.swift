/// Something that a test expects, and waits for.
struct Expectation<Element: Sendable>: Sendable {
  /// What is known so far of whether it is met.
  enum Verdict<Result> {
    case met(Result)
    case open
    /// It cannot be met any more: why, and what an element lacks.
    case failed(String, ofElement: String = "", difference: String? = nil)
  }

  /// Whose elements they are.
  let subject: String
  /// What they are, in the plural.
  let elements: String
  let expected: String
  let limit: Duration
  let clock: any Clock<Duration>
  let place: String

  /// Waits until it is met.
  ///
  /// - Parameters:
  ///   - source: Where the elements come from.
  ///   - show: The text of an element, and of the one before it.
  ///   - difference: What the elements lack when there is no use in waiting any more.
  ///   - check: Looks at all elements so far.
  nonisolated(nonsending) func wait<Result>(
    _ source: Source<Element>, show: (Element, _ previous: Element?) -> String,
    difference: ([Element]) -> String? = { _ in nil }, check: ([Element]) -> Verdict<Result>
  ) async throws(ExpectationFailure) -> Result {
    if limit < .zero { failForNegativeLimit(limit, place) }
    let patience = Patience()
    let stop = source.watch(patience)
    let timer = patience.end(after: limit, clock)
    defer {
      timer.cancel()
      stop()
    }
    var end: Patience.End?
    while true {
      let history = source.history()
      switch check(history) {
      case .met(let result): return result
      case .failed(let reason, let element, let difference):
        throw failure(reason, history, show, element, difference)
      case .open: break
      }
      // Only now: what came last counts.
      if let end {
        throw failure(text(of: end), history, show, "the newest one", difference(history))
      }
      end = await patience.next()
    }
  }

  private func text(of end: Patience.End) -> String {
    switch end {
    case .timeIsUp: "It did not come within \(limit)"
    case .isOver(let reason): "It cannot come any more, since \(reason)"
    case .cancelled: "It did not come before the task was cancelled"
    }
  }

  private func failure(
    _ reason: String, _ history: [Element], _ show: (Element, Element?) -> String,
    _ element: String, _ difference: String?
  ) -> ExpectationFailure {
    var lines = [
      "Expected of \(subject): \(expected)", "\(reason) (\(place)).",
      "Its \(elements): \(history.count)",
    ]
    // The first one, and the newest.
    let left = max(0, history.count - 101)
    for index in history.indices {
      if left > 0, (1...left).contains(index) {
        if index == 1 { lines.append("  … \(left) more …") }
        continue
      }
      let text = show(history[index], index == 0 ? nil : history[index - 1])
      lines.append("  \(index): \(text.indented(by: 4))")
    }
    if let difference {
      lines.append("Difference between \(element) and what was expected:")
      lines.append("  \(difference.indented(by: 2))")
    }
    return ExpectationFailure(description: lines.joined(separator: "\n"))
  }
}

extension String {
  /// The lines but the first one, further in.
  fileprivate func indented(by count: Int) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).joined(
      separator: "\n" + String(repeating: " ", count: count))
  }
}
