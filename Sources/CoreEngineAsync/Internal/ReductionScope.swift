/// Which reductions the current task is inside of.
///
/// Bound as task-locals for each reduction, so that they are seen by the task that reduces and by its
/// children. A core that is asked to `action` from inside its own reduction must not wait for its
/// turn: it would wait for itself.
///
/// A reduction that runs in its caller's task binds a mere number, which costs least. One that runs in
/// a core's own task binds a trail, and so does one that is begun from inside another.
@usableFromInline
enum ReductionScope {
  // The wrappers written out, for inlinable code to reach them.

  /// The number of the innermost reduction that runs in its caller's task, or 0.
  @usableFromInline static let innermost = TaskLocal<UInt64>(wrappedValue: 0)

  /// The reductions around it.
  @usableFromInline static let trail = TaskLocal<ReductionTrail?>(wrappedValue: nil)

  /// Whether the current task is inside a reduction.
  static func isInside(_ reduction: UInt64) -> Bool {
    innermost.get() == reduction || trail.get()?.contains(reduction) == true
  }

  /// What is around a reduction that is begun here.
  ///
  /// - Parameter reduction: Its number.
  @usableFromInline
  static func trail(around reduction: UInt64) -> ReductionTrail? {
    ReductionTrail(innermost.get(), trail.get()).without(mailboxOf: reduction)
  }

  /// Calls `body` as if it were not inside any reduction.
  static func leave<Result>(_ body: () -> Result) -> Result {
    if innermost.get() == 0, trail.get() == nil { return body() }
    return innermost.withValue(0) { trail.withValue(nil, operation: body) }
  }
}
