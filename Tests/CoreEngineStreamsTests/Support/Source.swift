import CoreEngineStreams

/// The publishers that a test sends integers through by hand.
enum Source: CaseIterable {
  case passthrough, currentValue, published, core

  /// Those that replay do so with 0.
  func make() -> Feed {
    switch self {
    case .passthrough:
      let subject = PassthroughSubject<Int, Never>()
      return Feed(publisher: subject.eraseToAnyPublisher(), send: subject.send(_:), replay: [])
    case .currentValue:
      let subject = CurrentValueSubject<Int, Never>(0)
      return Feed(
        publisher: subject.eraseToAnyPublisher(), send: subject.send(_:),
        current: { subject.value }, replay: [0])
    case .published:
      final class Owner { @Published var value = 0 }
      let owner = Owner()
      return Feed(
        publisher: owner.$value.eraseToAnyPublisher(), send: { owner.value = $0 },
        current: { owner.value }, replay: [0])
    case .core:
      let core = TallyCore()
      return Feed(
        publisher: core.$state.map(\.count).eraseToAnyPublisher(),
        send: { core.action(.set($0)) }, current: { core.count }, replay: [0])
    }
  }

  struct Feed {
    let publisher: AnyPublisher<Int, Never>
    let send: (Int) -> Void
    /// What is stored, where something is.
    var current: (() -> Int)?
    /// What a subscriber gets before anything was sent.
    let replay: [Event<Int, Never>]
  }
}
