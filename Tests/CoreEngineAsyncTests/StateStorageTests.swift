import TestSupport
import Testing

@testable import CoreEngineAsync

@Suite(.timeLimit(.minutes(10))) struct StateStorageTests {
  /// A state whose last reference reads the storage when it goes.
  private struct Reading: Equatable, Sendable {
    final class Object: Sendable {
      private let storage: StateStorage<Reading>?

      init(_ storage: StateStorage<Reading>?) { self.storage = storage }
      deinit { _ = storage?.state }
    }

    let number: Int
    let object: Object

    static func == (left: Reading, right: Reading) -> Bool { left.number == right.number }
  }

  @Test func `States that only an iterator kept are released unlocked, whoever lets go last`() {
    let storage = StateStorage(Reading(number: 0, object: Reading.Object(nil)))
    onThreads(2) { [storage] index in
      for number in 1...100_000 {
        if index == 0 {
          storage.store(Reading(number: number, object: Reading.Object(storage)))
        } else {
          // Let go of when a chunk is full, and the next one is about to be added.
          let (_, cursor) = storage.makeCursor()
          while storage.state.number < 100_000,
            storage.guarded.withLock({ _ in cursor.chunk.count }) < 4
          {}
          withExtendedLifetime(cursor) { for _ in 0..<(number % 128) {} }
        }
      }
    }
    storage.store(Reading(number: 0, object: Reading.Object(nil)))
    storage.store(Reading(number: 1, object: Reading.Object(nil)))
  }
}
