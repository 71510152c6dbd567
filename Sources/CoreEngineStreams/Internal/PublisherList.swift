/// Publishers that run one after the other: what a long row of `append` is made of.
///
/// A list, which two rows may share the beginning of.
@usableFromInline
final class PublisherList<Output, Failure: Error> {
  private var previous: PublisherList?
  private let last: AnyPublisher<Output, Failure>

  init(_ previous: PublisherList?, _ last: AnyPublisher<Output, Failure>) {
    self.previous = previous
    self.last = last
  }

  deinit {
    // One after the other, since a long list released from within each other exhausts the stack.
    var previous = previous.take()
    while previous != nil, isKnownUniquelyReferenced(&previous) {
      previous = previous?.previous.take()
    }
  }

  func receive(subscriber: AnySubscriber<Output, Failure>) {
    var publishers: [AnyPublisher<Output, Failure>] = []
    var node: PublisherList? = self
    while let here = node {
      publishers.append(here.last)
      node = here.previous
    }
    let run = Run(remaining: publishers, downstream: subscriber)
    subscriber.receive(subscription: run.relay)
    run.next()
  }

  /// One subscription.
  private final class Run {
    let relay = Relay()
    private var remaining: [AnyPublisher<Output, Failure>]
    private let downstream: AnySubscriber<Output, Failure>

    /// Whether `next` is on the stack: a publisher that finishes at once leaves the next to it.
    private var isStarting = false
    private var isDue = false

    init(
      remaining: [AnyPublisher<Output, Failure>], downstream: AnySubscriber<Output, Failure>
    ) {
      self.remaining = remaining
      self.downstream = downstream
    }

    func next() {
      isDue = true
      guard !isStarting else { return }
      isStarting = true
      while isDue, relay.isOpen {
        isDue = false
        if let publisher = remaining.popLast() {
          publisher.receive(subscriber: Stage(run: self, connection: relay.next()))
        } else if relay.finish() {
          downstream.receive(completion: .finished)
        }
      }
      isStarting = false
    }

    struct Stage: Subscriber {
      let run: Run
      let connection: Connection

      func receive(subscription: any Subscription) {
        connection.connect(subscription)
      }

      func receive(_ input: Output) -> Bool {
        connection.isOpen && run.downstream.receive(input)
      }

      func receive(completion: Subscribers.Completion<Failure>) {
        guard connection.finish() else { return }
        switch completion {
        case .finished: run.next()
        case .failure: if run.relay.finish() { run.downstream.receive(completion: completion) }
        }
      }
    }
  }
}
