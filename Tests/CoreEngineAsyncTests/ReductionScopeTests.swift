import Testing

@testable import CoreEngineAsync

@Suite struct ReductionScopeTests {
  /// Reduction 3 of core 1, begun from 2 of core 2, begun from 1 of core 3.
  private let nested = ReductionScope(
    mailbox: 1, reduction: 3,
    outer: ReductionScope(
      mailbox: 2, reduction: 2, outer: ReductionScope(mailbox: 3, reduction: 1, outer: nil)))

  private func path(_ scope: ReductionScope?) -> [UInt] {
    guard let scope else { return [] }
    return [scope.mailbox] + path(scope.outer?.scope)
  }

  @Test(
    arguments: [
      (1, 3, true), (2, 2, true), (3, 1, true),
      (1, 2, false), (2, 3, false), (3, 0, false), (4, 1, false),
    ] as [(UInt, UInt, Bool)])
  func `Is inside a running reduction that it was begun from`(
    mailbox: UInt, running: UInt, expected: Bool
  ) {
    #expect(nested.isInside(mailbox: mailbox, reduction: running) == expected)
  }

  @Test(arguments: [(1, [2, 3]), (2, [1, 3]), (3, [1, 2]), (4, [1, 2, 3])] as [(UInt, [UInt])])
  func `Forgets the reduction of one core`(mailbox: UInt, left: [UInt]) {
    #expect(path(nested.without(mailbox: mailbox)) == left)
    #expect(nested.without(mailbox: mailbox)?.outer?.scope.reduction == UInt(4 - left[1]))
  }

  @Test func `Nothing is left of the only one`() {
    #expect(path(ReductionScope(mailbox: 1, reduction: 1, outer: nil).without(mailbox: 1)) == [])
  }

  @Test func `A task that is in no reduction has none`() {
    #expect(path(.current) == [])
  }
}
