/// What a long row of `append`, `prepend`, `catch` or `merge(with:)` is made of.
///
/// A tree, of which rows may share parts. It may be deep, so that nothing here walks it by recursion.
@usableFromInline
final class PublisherList<Output, Failure: Error> {
  /// What lets the next publisher begin.
  @usableFromInline
  enum Kind {
    /// That the one before has finished.
    case append
    /// That the one before has failed.
    case `catch`
    /// Nothing: all begin at once.
    case merge
  }

  @usableFromInline
  enum Content {
    case publisher(AnyPublisher<Output, Failure>)
    /// One that is made when its turn comes, of how the one before has ended. Never the first.
    case sequel((Subscribers.Completion<Failure>) -> AnyPublisher<Output, Failure>)
    case row(PublisherList, then: PublisherList)
    case nothing
  }

  let kind: Kind
  private(set) var content: Content

  init(_ kind: Kind, _ content: Content) {
    self.kind = kind
    self.content = content
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
    if kind == .merge {
      Publishers.MergeMany(publishers()).receive(subscriber: subscriber)
    } else {
      PublisherRun(self, downstream: subscriber).start()
    }
  }

  /// All that are merged, in order.
  private func publishers() -> [AnyPublisher<Output, Failure>] {
    var publishers: [AnyPublisher<Output, Failure>] = []
    var remaining = [self]
    while let list = remaining.popLast() {
      switch list.content {
      case .publisher(let publisher): publishers.append(publisher)
      case .row(let first, let second): remaining += [second, first]
      case .sequel, .nothing: break
      }
    }
    return publishers
  }
}

extension AnyPublisher {
  /// Makes a row of two, or of all that they are rows of.
  @usableFromInline
  init(
    _ kind: PublisherList<Output, Failure>.Kind, _ first: AnyPublisher,
    then second: PublisherList<Output, Failure>.Content
  ) {
    let second =
      if case .publisher(let publisher) = second { publisher.part(of: kind) } else {
        PublisherList(kind, second)
      }
    let list = PublisherList(kind, .row(first.part(of: kind), then: second))
    attach = list.receive(subscriber:)
    self.list = list
  }

  /// What this is as part of a row.
  func part(of kind: PublisherList<Output, Failure>.Kind) -> PublisherList<Output, Failure> {
    if let list, list.kind == kind { list } else { PublisherList(kind, .publisher(self)) }
  }
}
