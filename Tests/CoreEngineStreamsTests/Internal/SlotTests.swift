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
    registry.append(listed)
    listed.cancel()
    #expect(!listed.end())
    #expect(listed.index == -1)
    #expect(registry.slots.isEmpty)
  }

  @Test func `Its subscription does not keep it alive`() {
    let registry = Registry()
    weak var released: Slot?
    let subscription: SlotSubscription = {
      let slot = Slot(registry: registry)
      released = slot
      return SlotSubscription(slot)
    }()
    #expect(released == nil)
    subscription.cancel()
  }
}
