/// What decides what a random program does: a seed, or the bytes of a fuzzer.
///
/// Two of the same kind and origin decide alike as long as they are asked alike.
public protocol Chooser: AnyObject {
  /// Whether there is nothing left to decide by.
  var isExhausted: Bool { get }

  /// Chooses one of some.
  ///
  /// - Parameter count: How many there are, 1 at least.
  /// - Returns: 0 for ever, once there is nothing left to decide by.
  func choose(_ count: Int) -> Int
}

extension Chooser {
  public func choose(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + choose(range.count)
  }

  public func choose<Value>(of values: [Value]) -> Value { values[choose(values.count)] }

  /// One of `count` is `true`.
  public func oneIn(_ count: Int) -> Bool { choose(count) == count - 1 }
}
