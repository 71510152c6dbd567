import CoreEngine

/// What a million actions add to the peak, while a subscriber has seen the first state and does not
/// come for more. The state has 32 bytes.
enum SleeperProbes {
  static let actions = 1_000_000
  private static let warmUp = 10_000

  static let all = [nobody, plain, latest, newest, every, unbounded, stream]

  static let nobody = MemoryProbe(name: "nobody") {
    let core = WideCore()
    return await growth { await core.action(1) }
  }

  static let plain = MemoryProbe(name: "plain") {
    let plain = PlainWide()
    return await growth { await plain.action(1) }
  }

  static let latest = MemoryProbe(name: "latest") {
    let core = WideCore()
    var states = core.states(.latest).makeAsyncIterator()
    check(await states.next()?.a == 0)
    let bytes = await growth { await core.action(1) }
    check(await states.next()?.a == warmUp + actions)
    return bytes
  }

  static let newest = MemoryProbe(name: "newest") {
    let mailbox = NewestMailbox<Wide>()
    let plain = PlainWide { mailbox.put($0) }
    let bytes = await growth { await plain.action(1) }
    check(await mailbox.next().a == warmUp + actions)
    return bytes
  }

  static let every = MemoryProbe(name: "every") {
    let core = WideCore()
    var states = core.states(.every).makeAsyncIterator()
    check(await states.next()?.a == 0)
    let bytes = await growth { await core.action(1) }
    for count in 1...warmUp + actions { check(await states.next()?.a == count) }
    return bytes
  }

  static let unbounded = MemoryProbe(name: "unbounded") {
    let mailbox = UnboundedMailbox<Wide>()
    let plain = PlainWide { mailbox.put($0) }
    let bytes = await growth { await plain.action(1) }
    for count in 1...warmUp + actions { check(await mailbox.next().a == count) }
    return bytes
  }

  static let stream = MemoryProbe(name: "stream") {
    let mailbox = StreamMailbox<Wide>()
    let plain = PlainWide { mailbox.put($0) }
    let bytes = await growth { await plain.action(1) }
    var states = mailbox.stream.makeAsyncIterator()
    for count in 1...warmUp + actions { check(await states.next()?.a == count) }
    return bytes
  }

  private static func growth(_ act: @Sendable () async -> Void) async -> Int {
    for _ in 0..<warmUp { await act() }
    return await Memory.growth {
      for _ in 0..<actions { await act() }
    }
  }
}

private struct Wide: Equatable, Sendable {
  var a = 0
  var b = 0
  var c = 0
  var d = 0
}

private actor WideCore: AsyncCore {
  let store = AsyncCoreStore(initialState: Wide())

  func reduce(state: Wide, action: Int) async throws -> Wide {
    var next = state
    next.a += action
    return next
  }
}

private actor PlainWide {
  private var state = Wide()
  private let observer: @Sendable (Wide) -> Void

  init(observer: @escaping @Sendable (Wide) -> Void = { _ in }) { self.observer = observer }

  func action(_ action: Int) async {
    state.a += action
    observer(state)
  }
}
