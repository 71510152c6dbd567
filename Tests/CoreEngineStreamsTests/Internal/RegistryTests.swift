import TestSupport
import Testing

@testable import CoreEngineStreams

@Suite struct RegistryTests {
  /// What is in a slot, for a test to watch.
  private final class Watched {
    let name: Int
    private let object: LifetimeProbe.Object

    init(_ name: Int, _ probe: LifetimeProbe) {
      self.name = name
      object = probe.object()
    }
  }

  private struct Setup {
    let registry = Registry()
    let probe = LifetimeProbe()

    /// What the registry lists, gaps and all, where every slot must know its place.
    var listed: [Int?] {
      registry.places.enumerated().map { index, place in
        guard let place else { return nil }
        #expect(place.slot.takeUnretainedValue().index == index)
        return (place.listener.takeUnretainedValue() as? Watched)?.name
      }
    }

    func add(_ names: some Sequence<Int>) -> [Slot] {
      names.map { name in
        let slot = Slot(registry: registry)
        registry.append(.init(slot, Watched(name, probe)))
        return slot
      }
    }
  }

  @Test func `Lists slots in order, leaves gaps in the middle, and drops those at the end`() {
    let setup = Setup()
    let slots = setup.add(0..<5)
    #expect(setup.listed == [0, 1, 2, 3, 4])
    slots[1].cancel()
    slots[3].cancel()
    #expect(setup.listed == [0, nil, 2, nil, 4])
    #expect(setup.probe.count == 3)
    slots[4].cancel()
    #expect(setup.listed == [0, nil, 2])
    _ = setup.add([5])
    #expect(setup.listed == [0, nil, 2, 5])
    slots[1].cancel()
    #expect(setup.listed == [0, nil, 2, 5])
    setup.registry.removeAll()
    #expect(setup.listed == [])
    #expect(setup.probe.count == 0)
  }

  @Test func `Closes the gaps once they are most of a long list`() {
    let setup = Setup()
    let slots = setup.add(0..<100)
    for index in 0..<50 { slots[index].cancel() }
    #expect(setup.listed == Array(repeating: nil, count: 50) + (50..<100).map { $0 })
    slots[50].cancel()
    #expect(setup.listed == (51..<100).map { $0 })
    slots[75].cancel()
    #expect(setup.listed.firstIndex(of: nil) == 24)
    setup.registry.removeAll()
  }

  @Test func `While emitting, what ends stays in place until the emission ends`() {
    let setup = Setup()
    let slots = setup.add(0..<3)
    #expect(setup.registry.begin())
    #expect(!setup.registry.begin())
    slots[0].cancel()
    slots[2].cancel()
    slots[2].cancel()
    #expect(setup.listed == [0, 1, 2])
    #expect(
      setup.registry.places.map { $0?.slot.takeUnretainedValue().isLive } == [false, true, false])
    #expect(setup.probe.count == 3)
    _ = setup.add([3])
    #expect(setup.listed == [0, 1, 2, 3])
    #expect(!setup.registry.end())
    #expect(setup.listed == [nil, 1, nil, 3])
    #expect(setup.probe.count == 2)
    #expect(setup.registry.end())
    #expect(setup.registry.begin())
    #expect(setup.registry.end())
    setup.registry.removeAll()
    #expect(setup.probe.count == 0)
  }

  @Test func `What has left while emitting is released in order of subscription`() {
    final class Noting {
      private let name: Int
      private let log: Log<Int>

      init(_ name: Int, _ log: Log<Int>) { (self.name, self.log) = (name, log) }
      deinit { log.append(name) }
    }
    let registry = Registry()
    let log = Log<Int>()
    let slots = (0..<3).map { name in
      let slot = Slot(registry: registry)
      registry.append(.init(slot, Noting(name, log)))
      return slot
    }
    #expect(registry.begin())
    for slot in slots.reversed() { slot.cancel() }
    #expect(log.values == [])
    #expect(!registry.end())
    #expect(log.values == [0, 1, 2])
    #expect(registry.end())
  }

  @Test func `While emitting, removing all waits for the end, too`() {
    let setup = Setup()
    _ = setup.add(0..<3)
    #expect(setup.registry.begin())
    setup.registry.removeAll()
    #expect(setup.listed == [0, 1, 2])
    #expect(!setup.registry.end())
    #expect(setup.registry.end())
    #expect(setup.listed == [])
    #expect(setup.probe.count == 0)
  }

  @Test func `Agrees with a plain list over random programs`() {
    for seed in 0..<200 as Range<UInt64> {
      var random = SplitMix(seed: seed)
      let setup = Setup()
      var live: [Int] = []
      var released = 0
      var subscriptions: [Slot] = []
      var isEmitting = false
      for _ in 0..<200 {
        switch Int.random(in: 0..<10, using: &random) {
        case 0...4:
          live.append(subscriptions.count)
          subscriptions += setup.add([subscriptions.count])
        case 5...8:
          guard let name = subscriptions.indices.randomElement(using: &random) else { continue }
          subscriptions[name].cancel()
          live.removeAll { $0 == name }
        default:
          if isEmitting {
            while !setup.registry.end() {}
          } else {
            #expect(setup.registry.begin())
          }
          isEmitting.toggle()
        }
        if !isEmitting { released = subscriptions.count - live.count }
        #expect(setup.probe.count >= live.count)
        #expect(setup.probe.count <= subscriptions.count - released)
        if !isEmitting { #expect(setup.listed.compactMap(\.self) == live) }
      }
      if isEmitting { while !setup.registry.end() {} }
      setup.registry.removeAll()
      #expect(setup.probe.count == 0)
    }
  }

  @Test func `Threads may cancel while slots come and emissions run`() {
    let setup = Setup()
    let (registry, probe) = (setup.registry, setup.probe)
    let subscriptions = Log<Slot>()
    let isDone = Log<Bool>()
    onThreads(3) { index in
      if index == 0 {
        for name in 0..<3_000 {
          let slot = Slot(registry: registry)
          let isOutermost = registry.begin()
          registry.append(.init(slot, Watched(name, probe)))
          subscriptions.append(slot)
          for place in registry.places { _ = place?.slot.takeUnretainedValue().isLive }
          if isOutermost { while !registry.end() {} }
        }
        isDone.append(true)
      } else {
        var isLast = false
        repeat {
          isLast = isDone.count > 0
          for subscription in subscriptions.removeAll() { subscription.cancel() }
        } while !isLast
      }
    }
    #expect(setup.listed == [])
    #expect(setup.probe.count == 0)
  }
}
