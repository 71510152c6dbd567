/// One subscription to a ``PublisherList`` whose publishers run one after the other.
final class PublisherRun<Output, Failure: Error> {
  private let relay = Relay()
  private let kind: PublisherList<Output, Failure>.Kind
  private let downstream: AnySubscriber<Output, Failure>

  /// What is to come, the next one last.
  private var remaining: [PublisherList<Output, Failure>]

  /// How the last publisher ended, if the next one is to begin.
  private var due: Subscribers.Completion<Failure>?

  /// Whether `goOn` is on the stack: a publisher that ends at once leaves the next to it.
  private var isGoingOn = false

  init(_ list: PublisherList<Output, Failure>, downstream: AnySubscriber<Output, Failure>) {
    kind = list.kind
    remaining = [list]
    self.downstream = downstream
  }

  func start() {
    downstream.receive(subscription: relay)
    goOn(after: .finished)
  }

  private func goOn(after completion: Subscribers.Completion<Failure>) {
    due = completion
    guard !isGoingOn else { return }
    isGoingOn = true
    while relay.isOpen, let completion = due.take() {
      guard let publisher = nextPublisher(after: completion) else {
        end(completion)
        break
      }
      // What made it may have cancelled this.
      guard relay.isOpen else { break }
      publisher.receive(subscriber: Stage(run: self, connection: relay.next()))
    }
    isGoingOn = false
  }

  private func nextPublisher(
    after completion: Subscribers.Completion<Failure>
  ) -> AnyPublisher<Output, Failure>? {
    while let list = remaining.popLast() {
      switch list.content {
      case .publisher(let publisher): return publisher
      case .row(let first, let second): remaining += [second, first]
      // A row of the same kind goes on here, so that one that makes the next itself does not nest.
      case .sequel(let make): remaining.append(make(completion).part(of: kind))
      case .nothing: break
      }
    }
    return nil
  }

  private func end(_ completion: Subscribers.Completion<Failure>) {
    if relay.finish() { downstream.receive(completion: completion) }
  }

  private struct Stage: Subscriber {
    let run: PublisherRun
    let connection: Connection

    func receive(subscription: any Subscription) {
      connection.connect(subscription)
    }

    func receive(_ input: Output) -> Bool {
      connection.isOpen && run.downstream.receive(input)
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      guard connection.finish() else { return }
      switch (completion, run.kind) {
      case (.finished, .append), (.failure, .catch): run.goOn(after: completion)
      default: run.end(completion)
      }
    }
  }
}
