/// Starts the tasks of cores where it likes: see ``OwnTask``.
@usableFromInline
package protocol TaskStarter: AnyObject, Sendable {
  /// Starts a task that inherits nothing but its starter.
  func startDetached(_ work: @escaping @Sendable () async -> Void)

  /// Starts a task with the priority and the task-local values of the current one.
  func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never>
}
