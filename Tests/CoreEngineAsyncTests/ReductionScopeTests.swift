import Testing

@testable import CoreEngineAsync

@Suite struct ReductionScopeTests {
  private static func number(_ mailbox: UInt64, _ reduction: UInt64) -> UInt64 {
    mailbox << 32 | reduction
  }

  /// Reduction 3 of core 1, begun from 2 of core 2, begun from 1 of core 3.
  private let nested = ReductionTrail(
    number(1, 3), ReductionTrail(number(2, 2), ReductionTrail(number(3, 1))))

  @Test(
    arguments: [
      (1, 3, true), (2, 2, true), (3, 1, true),
      (1, 2, false), (2, 3, false), (3, 0, false), (4, 1, false),
    ] as [(UInt64, UInt64, Bool)])
  func `Is inside a reduction that it was begun from`(
    mailbox: UInt64, reduction: UInt64, expected: Bool
  ) {
    #expect(nested.contains(Self.number(mailbox, reduction)) == expected)
    ReductionScope.trail.withValue(nested) {
      #expect(ReductionScope.isInside(Self.number(mailbox, reduction)) == expected)
    }
  }

  @Test(
    arguments: [(1, [2, 3]), (2, [1, 3]), (3, [1, 2]), (4, [1, 2, 3])] as [(UInt64, [UInt64])])
  func `Forgets the reduction of one core`(mailbox: UInt64, left: [UInt64]) {
    let rest = nested.without(mailboxOf: Self.number(mailbox, 9))
    #expect(rest?.reductions == left.map { Self.number($0, 4 - $0) })
  }

  @Test func `Nothing is left of the only one`() {
    #expect(ReductionTrail(Self.number(1, 1)).without(mailboxOf: Self.number(1, 2)) == nil)
  }

  @Test func `What is around a reduction is what the task has bound, without its own core's`() {
    ReductionScope.trail.withValue(nested) {
      ReductionScope.innermost.withValue(Self.number(4, 7)) {
        #expect(ReductionScope.isInside(Self.number(4, 7)))
        let trail = ReductionScope.trail(around: Self.number(2, 5))
        #expect(trail?.reductions == [Self.number(4, 7), Self.number(1, 3), Self.number(3, 1)])
        let own = ReductionScope.trail(around: Self.number(4, 8))
        #expect(own === nested)
      }
    }
  }

  @Test func `A task that is in no reduction has none`() {
    #expect(ReductionScope.innermost.get() == 0)
    #expect(ReductionScope.trail.get() == nil)
  }

  @Test func `What leaves all reductions is in none, and finds them again`() {
    ReductionScope.trail.withValue(nested) {
      ReductionScope.innermost.withValue(1) {
        ReductionScope.leave {
          #expect(ReductionScope.innermost.get() == 0)
          #expect(ReductionScope.trail.get() == nil)
        }
        #expect(ReductionScope.innermost.get() == 1)
        #expect(ReductionScope.trail.get() === nested)
      }
    }
  }
}
