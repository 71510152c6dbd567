import CoreEngineAsync
import TestSupport

/// Counts something, from any thread.
final class Tally: Sendable {
  private let number = Locked(0)

  var count: Int { number.withLock { $0 } }

  func add() { number.withLock { $0 += 1 } }
}

/// A number that counts how often it is compared.
struct Compared: Equatable, Sendable {
  var number = 0
  let comparisons: Tally

  static func == (left: Compared, right: Compared) -> Bool {
    left.comparisons.add()
    return left.number == right.number
  }
}

/// An array that counts how often it is copied.
struct Copied: Equatable, Sendable {
  // Safe: changed only by whoever has its one reference.
  private final class Buffer: @unchecked Sendable {
    var numbers: [Int]

    init(_ numbers: [Int]) { self.numbers = numbers }
  }

  private var buffer = Buffer([])
  let copies: Tally

  init(copies: Tally) { self.copies = copies }

  var numbers: [Int] { buffer.numbers }

  mutating func append(_ number: Int) {
    if !isKnownUniquelyReferenced(&buffer) {
      buffer = Buffer(buffer.numbers)
      copies.add()
    }
    buffer.numbers.append(number)
  }

  static func == (left: Copied, right: Copied) -> Bool { left.numbers == right.numbers }
}
