import TestSupport
import Testing

@testable import CoreEngineStreams

@Suite struct SlotTests {
  @Test func `Ends once, whether in the registry or out of it`() {
    let registry = Registry()
    let slot = Slot(registry: registry)
    #expect(slot.isLive)
    #expect(slot.end())
    #expect(!slot.end())
    #expect(!slot.isLive)
    slot.cancel()

    let listed = Slot(registry: registry)
    registry.append(.init(listed, registry))
    listed.cancel()
    #expect(!listed.end())
    #expect(listed.index == -1)
    #expect(registry.places.isEmpty)
  }

  @Test func `A subscription that is held does not keep what was in the slot alive`() {
    let registry = Registry()
    let probe = LifetimeProbe()
    let slot = Slot(registry: registry)
    registry.append(.init(slot, probe.object()))
    #expect(probe.count == 1)
    registry.removeAll()
    #expect(probe.count == 0)
    #expect(!slot.isLive)
  }
}
