import CoreEngineSupport
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct LazilyTests {
  /// A place that threads can share.
  private final class Shared: Sendable {
    let object = Lazily<LifetimeProbe.Object>()
  }

  @Test func `The object is made when it is needed, once, and goes with its place`() {
    let probe = LifetimeProbe()
    do {
      let place = Lazily<LifetimeProbe.Object>()
      // Out here: the place cannot be copied, as an expectation would.
      let before = (isMade: place.isMade, made: place.made)
      #expect(!before.isMade && before.made == nil)
      #expect(probe.count == 0)
      let first = place.orMade { probe.object() }
      let after = (isMade: place.isMade, made: place.made, again: place.orMade { probe.object() })
      #expect(after.isMade && after.made === first && after.again === first)
      #expect(probe.count == 1)
    }
    #expect(probe.count == 0)
  }

  @Test func `A place that was never needed releases nothing`() {
    let probe = LifetimeProbe()
    do { _ = Lazily<LifetimeProbe.Object>() }
    #expect(probe.maximum == 0)
  }

  @Test func `An object that somebody holds outlives its place`() {
    let probe = LifetimeProbe()
    var held: LifetimeProbe.Object?
    do {
      let place = Lazily<LifetimeProbe.Object>()
      held = place.orMade { probe.object() }
    }
    #expect(held != nil && probe.count == 1)
    held = nil
    #expect(probe.count == 0)
  }

  @Test func `Threads that need it first at once get the same one`() async {
    let probe = LifetimeProbe()
    for _ in 0..<100 {
      let seen = Log<ObjectIdentifier>()
      do {
        let shared = Shared()
        await withCheckedContinuation { continuation in
          onThreads(4) { _ in
            if let made = shared.object.made { seen.append(ObjectIdentifier(made)) }
            seen.append(ObjectIdentifier(shared.object.orMade { probe.object() }))
            seen.append(ObjectIdentifier(shared.object.orMade { probe.object() }))
          }
          continuation.resume()
        }
        #expect(probe.count == 1)
      }
      #expect(Set(seen.values).count == 1)
      // A thread lets go of what it ran a moment after that.
      await probe.falls(to: 0)
    }
  }

  @Test func `Two threads that need it first at the same moment get the same one`() {
    let course = Course()
    let places = (0..<5_000).map { _ in Shared() }
    let seen = [Log<ObjectIdentifier>(), Log<ObjectIdentifier>()]
    let probe = LifetimeProbe()
    onThreads(2) { thread in
      for (number, place) in places.enumerated() {
        course.meet(at: number, thread)
        seen[thread].append(ObjectIdentifier(place.object.orMade { probe.object() }))
      }
    }
    #expect(seen[0].values == seen[1].values)
    #expect(probe.count == places.count)
    withExtendedLifetime(places) {}
  }
}
