/// A publisher whose values an async function produces.
protocol AsyncSource: Publisher where Failure == any Error {
  /// Where the function runs.
  var isolation: any Actor { get }

  /// - Parameter send: Takes what is produced, and says whether more is wanted.
  func produce(isolation: isolated any Actor, _ send: (Output) -> Bool) async throws
}

/// One subscription to an ``AsyncSource``.
///
/// A task runs the function, in the isolation of the source. The end of the subscription cancels
/// the task; whatever the function throws or produces after that is dropped.
final class TaskStage<Source: AsyncSource, Downstream: Subscriber<Source.Output, any Error>>:
  Errand
{
  private let connection = Connection()
  private let source: Source
  private let downstream: Downstream

  private init(_ source: Source, _ downstream: Downstream) {
    self.source = source
    self.downstream = downstream
  }

  /// Attaches a subscriber, and starts the task.
  static func attach(_ downstream: Downstream, to source: Source) {
    let stage = TaskStage(source, downstream)
    // First, for a subscription must show that it has something to stop. The task has its turn after
    // this has returned.
    stage.start(in: source.isolation, until: stage.connection)
    downstream.receive(subscription: stage.connection)
  }

  func run(isolation: isolated any Actor) async {
    guard connection.isOpen else { return }
    var completion = Subscribers.Completion<any Error>.finished
    do {
      try await source.produce(isolation: isolation) { value in
        guard connection.isOpen else { return false }
        if !downstream.receive(value) { connection.cancel() }
        return connection.isOpen
      }
    } catch {
      completion = .failure(error)
    }
    if connection.finish() { downstream.receive(completion: completion) }
  }
}
