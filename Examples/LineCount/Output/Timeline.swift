import CoreEngineAsync

/// Files in work, and done, against time.
struct Timeline: Equatable, Sendable {
  struct Point: Equatable, Sendable {
    var time: Duration
    var inWork: Int
    var done: Int
  }

  var points: [Point] = []

  /// Records the transitions of a core, from now on until it is over.
  static func record(
    _ transitions: AsyncCoreTransitions<Counting, Counting.Action>,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> Task<Timeline, Never> {
    // Made here: it gets what is reduced from now on.
    let iterator = transitions.makeAsyncIterator()
    return Task { await record(iterator, clock) }
  }

  private static func record(
    _ transitions: AsyncCoreTransitions<Counting, Counting.Action>.Iterator,
    _ clock: some Clock<Duration>
  ) async -> Timeline {
    var transitions = transitions
    var timeline = Timeline()
    let start = clock.now
    while let transition = await transitions.next() {
      let state = transition.stateAfter
      let time = start.duration(to: clock.now)
      timeline.points.append(Point(time: time, inWork: state.inWork, done: state.done))
      if state.isOver { break }
    }
    return timeline
  }

  /// The drawing: the files in work above, those done below.
  var svg: String {
    let last = points.last?.time ?? .zero
    let end = max(last / .seconds(1), 0.000_001)
    let seconds = "\((end * 1000).rounded() / 1000) s"
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="800" height="440" font-family="sans-serif" font-size="12">
      <rect width="100%" height="100%" fill="white"/>
      \(chart("files in flight", \.inWork, top: 30, color: "#d1495b", end: end))
      \(chart("files done", \.done, top: 230, color: "#00798c", end: end))
      <text x="60" y="425">0</text>
      <text x="780" y="425" text-anchor="end">\(seconds)</text>
      </svg>

      """
  }

  private func chart(
    _ title: String, _ value: KeyPath<Point, Int>, top: Int, color: String, end: Double
  ) -> String {
    let most = points.map { $0[keyPath: value] }.max() ?? 0
    // A value holds until the next one. Of those in one column of pixels, the least and the greatest.
    var columns: [Int: ClosedRange<Int>] = [:]
    for point in points {
      let (x, y) = (60 + Int(point.time / .seconds(1) / end * 720), point[keyPath: value])
      columns[x] = columns[x].map { min($0.lowerBound, y)...max($0.upperBound, y) } ?? y...y
    }
    func place(_ x: Int, _ y: Int) -> String { "\(x),\(top + 160 - y * 160 / max(most, 1))" }
    let line = columns.sorted { $0.key < $1.key }
      .flatMap { [place($0.key, $0.value.lowerBound), place($0.key, $0.value.upperBound)] }
    return """
      <text x="60" y="\(top - 8)">\(title)</text>
      <text x="52" y="\(top + 10)" text-anchor="end">\(most)</text>
      <path d="M60,\(top) V\(top + 160) H780" fill="none" stroke="#999"/>
      <polyline points="\(line.joined(separator: " "))" fill="none" stroke="\(color)"/>
      """
  }
}
