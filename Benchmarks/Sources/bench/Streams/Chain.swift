/// Hand-written closure chains: the limits of the pipelines. Each stage is a function of the closure
/// that follows, not inlined, as it would not be if it came from elsewhere.
enum Chain {
  typealias Next<Value> = (Value) -> Void

  /// What a subject is to a pipeline: it holds the first closure of a chain.
  final class Source {
    var first: Next<Int>

    init(_ first: @escaping Next<Int>) { self.first = first }

    @inline(never)
    func send(_ value: Int) { first(value) }
  }

  @inline(never)
  static func map(_ transform: @escaping (Int) -> Int, _ next: @escaping Next<Int>) -> Next<Int> {
    { next(transform($0)) }
  }

  @inline(never)
  static func filter(
    _ isIncluded: @escaping (Int) -> Bool, _ next: @escaping Next<Int>
  ) -> Next<Int> {
    { if isIncluded($0) { next($0) } }
  }

  @inline(never)
  static func scan(
    _ initial: Int, _ combine: @escaping (Int, Int) -> Int, _ next: @escaping Next<Int>
  ) -> Next<Int> {
    var result = initial
    return {
      result = combine(result, $0)
      next(result)
    }
  }

  @inline(never)
  static func removeDuplicates(_ next: @escaping Next<Int>) -> Next<Int> {
    var last: Int?
    return {
      if last == $0 { return }
      last = $0
      next($0)
    }
  }

  @inline(never)
  static func combineLatest(_ next: @escaping Next<(Int, Int)>) -> (Next<Int>, Next<Int>) {
    var left: Int?
    var right: Int?
    return (
      {
        left = $0
        if let right { next(($0, right)) }
      },
      {
        right = $0
        if let left { next((left, $0)) }
      }
    )
  }

  @inline(never)
  static func zip(_ next: @escaping Next<(Int, Int)>) -> (Next<Int>, Next<Int>) {
    var left: [Int] = []
    var right: [Int] = []
    func pair() {
      if left.isEmpty || right.isEmpty { return }
      next((left.removeFirst(), right.removeFirst()))
    }
    return (
      {
        left.append($0)
        pair()
      },
      {
        right.append($0)
        pair()
      }
    )
  }

  /// Runs a source, which takes the closure that gets its values, for each value.
  @inline(never)
  static func flatMap(
    _ transform: @escaping (Int) -> (@escaping Next<Int>) -> Void, _ next: @escaping Next<Int>
  ) -> Next<Int> {
    { transform($0)(next) }
  }

  /// The same; the values of former sources are dropped.
  @inline(never)
  static func switchToLatest(
    _ transform: @escaping (Int) -> (@escaping Next<Int>) -> Void, _ next: @escaping Next<Int>
  ) -> Next<Int> {
    var newest = 0
    return {
      newest += 1
      let own = newest
      transform($0)({ if own == newest { next($0) } })
    }
  }
}
