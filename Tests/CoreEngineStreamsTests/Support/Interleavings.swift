import CoreEngineStreams

/// One event of one of two inputs.
struct InputEvent {
  let input: Int
  let event: Event<Int, Failed>

  /// Every order in which two inputs may send up to two values each and then end, or not end.
  static let interleavings: [[InputEvent]] = {
    let scripts = [0, 1].map { input in
      (0...2).flatMap { count in
        [nil, .finished, .failure(Failed(code: input))].map { (end: Event<Int, Failed>?) in
          ((1...2).prefix(count).map { .value($0) } + (end.map { [$0] } ?? [])).map {
            InputEvent(input: input, event: $0)
          }
        }
      }
    }
    return scripts[0].flatMap { a in scripts[1].flatMap { b in merges(a[...], b[...]) } }
  }()

  private static func merges(
    _ a: ArraySlice<InputEvent>, _ b: ArraySlice<InputEvent>
  ) -> [[InputEvent]] {
    guard let first = a.first, let other = b.first else { return [Array(a + b)] }
    return merges(a.dropFirst(), b).map { [first] + $0 }
      + merges(a, b.dropFirst()).map { [other] + $0 }
  }
}
