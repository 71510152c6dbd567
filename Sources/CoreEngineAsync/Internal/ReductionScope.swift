/// Which reductions the current task is inside of.
///
/// Bound as a task-local for each reduction, so that it is seen by the task that reduces and by its
/// children. A core that is asked to `action` from inside its own reduction must not wait for its
/// turn: it would wait for itself.
@usableFromInline
struct ReductionScope: Sendable {
  // The wrapper written out, for inlinable code to reach it.
  @usableFromInline static let local = TaskLocal<ReductionScope?>(wrappedValue: nil)

  /// The innermost reduction that the current task is inside of.
  @inlinable
  static var current: ReductionScope? { local.get() }

  /// Which core's mailbox; no two ever have the same.
  let mailbox: UInt
  /// Which of its reductions.
  let reduction: UInt
  /// The reduction that this one was begun from, of another core.
  let outer: Outer?

  final class Outer: Sendable {
    let scope: ReductionScope

    init(_ scope: ReductionScope) { self.scope = scope }
  }

  /// Only there to be held by whoever holds this scope.
  private let copies: Copies?

  init(mailbox: UInt, reduction: UInt, outer: ReductionScope?, copies: Copies? = nil) {
    self.mailbox = mailbox
    self.reduction = reduction
    self.outer = outer.map(Outer.init)
    self.copies = copies
  }

  /// What is left without the reduction of one core, which is over.
  ///
  /// A task that was begun in a reduction may outlive it, and lead to further reductions, which begin
  /// further tasks. Each would drag all that went before along.
  func without(mailbox: UInt) -> ReductionScope? {
    let outer = outer?.scope
    // No core is in it twice.
    if self.mailbox == mailbox { return outer }
    return ReductionScope(
      mailbox: self.mailbox, reduction: reduction, outer: outer?.without(mailbox: mailbox),
      copies: copies)
  }

  /// Whether this reduction, or one that it was begun from, is the given one.
  func isInside(mailbox: UInt, reduction: UInt) -> Bool {
    var scope = self
    while true {
      if scope.mailbox == mailbox { return scope.reduction == reduction }
      guard let outer = scope.outer?.scope else { return false }
      scope = outer
    }
  }

  /// Tells whether a task has copied a scope.
  ///
  /// A scope may stay bound for the next reduction if nobody else can come with it: child tasks end
  /// with the reduction that they belong to and share their parent's scope, but a `Task` that was
  /// begun in it copies the scope and lives on. It must not be taken for being inside the next one.
  @usableFromInline
  final class Copies: Sendable {
    @usableFromInline
    init() {}

    /// How often the scope is held, and some more that stays the same during its binding: a later
    /// count is higher as long as a copy exists.
    @usableFromInline
    var count: UInt { _getRetainCount(self) }
  }
}
