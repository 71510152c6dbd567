/// Starts the tasks of the cores' own: those that reduce what was sent, and those of effects.
@usableFromInline
package enum OwnTask {
  /// Who starts them instead of the concurrency runtime.
  ///
  /// Bound by tests that decide what runs when; it reaches all that a core does on behalf of the
  /// task in which it is bound.
  @usableFromInline
  package static let starter = TaskLocal<(any TaskStarter)?>(wrappedValue: nil)

  /// Starts a task that inherits nothing.
  @inlinable
  static func detached(_ work: @escaping @Sendable () async -> Void) {
    if let starter = starter.get() {
      starter.startDetached(work)
    } else {
      Task.detached(operation: work)
    }
  }

  /// Starts a task with the priority and the task-local values of the current one.
  package static func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    starter.get()?.start(work) ?? Task(operation: work)
  }
}
