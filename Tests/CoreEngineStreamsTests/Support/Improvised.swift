import CoreEngineStreams
import TestSupport

/// A publisher that treats its subscriber as a closure says, by the rules or against them.
struct Improvised<Output, Failure: Error>: Publisher {
  private let body: (AnySubscriber<Output, Failure>) -> Void

  init(_ body: @escaping (AnySubscriber<Output, Failure>) -> Void) { self.body = body }

  func receive<Downstream: Subscriber<Output, Failure>>(subscriber: Downstream) {
    body(AnySubscriber(subscriber))
  }
}

/// A subscription that counts how often it was cancelled.
final class CountedSubscription: Subscription {
  private let log = Log<Bool>()

  var cancels: Int { log.count }

  func cancel() { log.append(true) }
}
