/// Some reductions, each inside the next.
@usableFromInline
final class ReductionTrail: Sendable {
  /// The number of the innermost: that of its core's mailbox, of which no two have the same, and how
  /// manieth of that core it is, 32 bits each.
  private let reduction: UInt64
  private let outer: ReductionTrail?

  @usableFromInline
  init(_ reduction: UInt64, _ outer: ReductionTrail? = nil) {
    self.reduction = reduction
    self.outer = outer
  }

  /// The numbers of all, the innermost first.
  var reductions: [UInt64] { [reduction] + (outer?.reductions ?? []) }

  func contains(_ reduction: UInt64) -> Bool {
    var trail = self
    while trail.reduction != reduction {
      guard let outer = trail.outer else { return false }
      trail = outer
    }
    return true
  }

  /// What is left without the reduction of one core, which is over.
  ///
  /// A task that was begun in a reduction may outlive it, and lead to further reductions, which begin
  /// further tasks. Each would drag all that went before along.
  func without(mailboxOf other: UInt64) -> ReductionTrail? {
    // Hardly any core is in it twice, and what is left of one is over, too.
    if reduction >> 32 == other >> 32 { return outer }
    let rest = outer?.without(mailboxOf: other)
    return rest === outer ? self : ReductionTrail(reduction, rest)
  }

  /// How often it is held, and some more that stays the same while it is bound: a later count is higher
  /// as long as a task has copied it.
  ///
  /// It may stay bound for the next reduction if nobody else can come with it: child tasks end with the
  /// reduction that they belong to and share what their parent has bound, but a `Task` that was begun
  /// in it has a copy and lives on. It must not be taken for being inside the next one.
  @usableFromInline
  var copies: UInt { _getRetainCount(self) }
}
