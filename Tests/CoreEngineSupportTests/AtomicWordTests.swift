import CoreEngineSupport
import TestSupport
import Testing

@Suite struct AtomicWordTests {
  final class Shared: Sendable {
    let word = AtomicWord(0)
    let taken = Log<UInt>()
  }

  @Test func `Loads, stores, exchanges and replaces`() {
    let word = AtomicWord(1)
    let before = word.exchange(2)
    let isWrongReplaced = word.replace(1, by: 3)
    let between = word.load()
    let isReplaced = word.replace(2, by: 3)
    let after = word.load()
    word.store(4)
    let stored = word.load()
    #expect([before, between, after, stored] == [1, 2, 3, 4])
    #expect([isWrongReplaced, isReplaced] == [false, true])
  }

  @Test func `No replacement of four threads is lost`() {
    let shared = Shared()
    onThreads(4) { _ in
      for _ in 0..<5_000 {
        var seen = shared.word.load()
        while !shared.word.replace(seen, by: seen + 1) { seen = shared.word.load() }
      }
    }
    #expect(shared.word.load() == 20_000)
  }

  @Test func `Each exchanged value comes out once`() {
    let shared = Shared()
    onThreads(4) { thread in
      for number in 1...1_000 {
        shared.taken.append(shared.word.exchange(UInt(thread * 1_000 + number)))
      }
    }
    let all = shared.taken.values + [shared.word.load()]
    #expect(all.sorted() == Array(0...4_000))
  }

  @Test func `One of four threads wins a replacement`() {
    for _ in 0..<500 {
      let shared = Shared()
      onThreads(4) { thread in
        if shared.word.replace(0, by: 1) { shared.taken.append(UInt(thread)) }
      }
      #expect(shared.taken.count == 1)
    }
  }

  @Test func `Who reads a word sees what was written before it was set`() {
    // Safe: written before the word is set, read after it has been seen.
    final class Parcel: @unchecked Sendable {
      let isThere = AtomicWord(0)
      var content = 0
    }
    for round in 1...100 {
      let parcel = Parcel()
      let received = Log<Int>()
      onThreads(2) { thread in
        if thread == 0 {
          parcel.content = round
          parcel.isThere.store(1)
        } else {
          while parcel.isThere.load() == 0 {}
          received.append(parcel.content)
        }
      }
      #expect(received.values == [round])
    }
  }
}
