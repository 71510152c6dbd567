/// A publisher of what an async function returns, if that is a value, and of what it throws.
struct AsyncWork<Output>: AsyncSource {
  typealias Failure = any Error

  let isolation: any Actor
  let body: nonisolated(nonsending) () async throws -> Output?

  func produce(isolation: isolated any Actor, _ send: (Output) -> Bool) async throws {
    if let value = try await body() { _ = send(value) }
  }

  func receive<Downstream: Subscriber<Output, any Error>>(subscriber: Downstream) {
    TaskStage.attach(subscriber, to: self)
  }
}
