/// Publishers that run one after the other: what a long row of `append` or `prepend` is made of.
///
/// A tree, of which rows may share parts. It may be deep, so that nothing here walks it by recursion.
@usableFromInline
final class PublisherList<Output, Failure: Error> {
  private enum Content {
    case publisher(AnyPublisher<Output, Failure>)
    case row(PublisherList, then: PublisherList)
    case nothing
  }

  private var content: Content

  init(_ publisher: AnyPublisher<Output, Failure>) {
    content = .publisher(publisher)
  }

  init(_ first: PublisherList, then second: PublisherList) {
    content = .row(first, then: second)
  }

  deinit {
    var parts = takeParts()
    while var part = parts.popLast() {
      if isKnownUniquelyReferenced(&part) { parts += part.takeParts() }
    }
  }

  /// Takes out what else would be released from within the release of this.
  private func takeParts() -> [PublisherList] {
    guard case .row(let first, let second) = content else { return [] }
    content = .nothing
    return [first, second]
  }

  func receive(subscriber: AnySubscriber<Output, Failure>) {
    let run = Run(self, downstream: subscriber)
    subscriber.receive(subscription: run.relay)
    run.next()
  }

  /// One subscription.
  private final class Run {
    let relay = Relay()

    /// What is to come, the next one last.
    private var remaining: [PublisherList]
    private let downstream: AnySubscriber<Output, Failure>

    /// Whether `next` is on the stack: a publisher that finishes at once leaves the next to it.
    private var isStarting = false
    private var isDue = false

    init(_ list: PublisherList, downstream: AnySubscriber<Output, Failure>) {
      remaining = [list]
      self.downstream = downstream
    }

    func next() {
      isDue = true
      guard !isStarting else { return }
      isStarting = true
      while isDue, relay.isOpen {
        isDue = false
        if let publisher = nextPublisher() {
          publisher.receive(subscriber: Stage(run: self, connection: relay.next()))
        } else if relay.finish() {
          downstream.receive(completion: .finished)
        }
      }
      isStarting = false
    }

    private func nextPublisher() -> AnyPublisher<Output, Failure>? {
      while let list = remaining.popLast() {
        switch list.content {
        case .publisher(let publisher): return publisher
        case .row(let first, let second): remaining += [second, first]
        case .nothing: break
        }
      }
      return nil
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
