internal import CoreEngineSupport
internal import Foundation

/// A course of places that two threads go along side by side, to do something at the same moment.
public final class Course: Sendable {
  private let first = AtomicWord(0)
  private let second = AtomicWord(0)

  public init() {}

  /// Goes on when the other one has come there, too.
  ///
  /// - Parameters:
  ///   - place: Where, from 0 onwards.
  ///   - thread: Which of the two calls, 0 or 1.
  public func meet(at place: Int, _ thread: Int) {
    let count = UInt(place + 1)
    if thread == 0 {
      first.store(count)
      wait { second.load() >= count }
    } else {
      second.store(count)
      wait { first.load() >= count }
    }
  }

  private func wait(until isThere: () -> Bool) {
    var looks = 0
    while !isThere() {
      looks += 1
      // The other one may have no core to run on.
      if looks.isMultiple(of: 1_000) { sched_yield() }
    }
  }
}
