/// An `AsyncStream` that keeps every state.
struct StreamMailbox<State: Sendable>: StateMailbox {
  let stream: AsyncStream<State>
  private let continuation: AsyncStream<State>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func put(_ state: State) { continuation.yield(state) }
}
