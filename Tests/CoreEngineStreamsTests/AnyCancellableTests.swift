import CoreEngineStreams
import TestSupport
import Testing

@Suite struct AnyCancellableTests {
  @Test func `Calls its closure once, and releases it`() {
    let probe = LifetimeProbe()
    var calls = Log<Int>()
    let token: AnyCancellable = {
      let object = probe.object()
      return AnyCancellable { [calls] in
        withExtendedLifetime(object) {}
        calls.append(1)
      }
    }()
    #expect(probe.count == 1)
    token.cancel()
    #expect(probe.count == 0)
    token.cancel()
    #expect(calls.values == [1])
    calls = Log()
  }

  @Test func `Cancels when it is released`() {
    let calls = Log<Int>()
    var token: AnyCancellable? = AnyCancellable { calls.append(1) }
    token = nil
    #expect(calls.values == [1])
    token?.cancel()
  }

  @Test func `Cancels something else, once`() {
    let subscription = CountedSubscription()
    do {
      let outer = AnyCancellable(AnyCancellable(subscription))
      outer.cancel()
      outer.cancel()
    }
    #expect(subscription.cancels == 1)
  }

  @Test func `What stands for another token shares its end`() {
    let subscription = CountedSubscription()
    let inner = AnyCancellable(subscription)
    let outer = AnyCancellable(inner)
    outer.cancel()
    #expect(subscription.cancels == 1)
    inner.cancel()
    #expect(subscription.cancels == 1)
  }

  @Test func `A closure may cancel the token that calls it`() {
    let calls = Log<Int>()
    let tokens = Log<AnyCancellable>()
    tokens.append(
      AnyCancellable {
        calls.append(1)
        for token in tokens.removeAll() { token.cancel() }
      })
    for token in tokens.values { token.cancel() }
    #expect(calls.values == [1])
    #expect(tokens.count == 0)
  }

  @Test func `Is kept in sets and collections, as itself`() {
    let calls = Log<Int>()
    var set: Set<AnyCancellable> = []
    var array: [AnyCancellable] = []
    let token = AnyCancellable { calls.append(1) }
    token.store(in: &set)
    token.store(in: &set)
    token.store(in: &array)
    AnyCancellable { calls.append(2) }.store(in: &set)
    #expect(set.count == 2)
    #expect(array == [token])
    set = []
    #expect(calls.values == [2])
    token.cancel()
    #expect(calls.values == [2, 1])
  }

  @Test func `Ends alone when it is taken out of what kept it, or replaced there`() {
    let calls = Log<Int>()
    func token(_ index: Int) -> AnyCancellable { AnyCancellable { calls.append(index) } }
    var set: Set<AnyCancellable> = []
    let first = token(0)
    first.store(in: &set)
    token(1).store(in: &set)
    set = set.filter { $0 == first }
    #expect(calls.values == [1])

    var latest = token(2)
    latest = token(3)
    #expect(calls.values == [1, 2])
    withExtendedLifetime(latest) {}
  }
}
