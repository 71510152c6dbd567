import CoreEngineStreams
import TestSupport

/// The subjects of the library, with one pipeline or another between them and the sink.
final class RealSubjects: SubjectWorld {
  let probe = LifetimeProbe()
  private let passthrough = PassthroughSubject<Int, Never>()
  private let current = CurrentValueSubject<Int, Never>(0)
  private let replays: Bool
  private var tokens: [AnyCancellable?] = []
  private var isOver = false

  init(_ chooser: any Chooser, replays: Bool) {
    self.replays = replays
    super.init(chooser)
  }

  override func subscribe(_ subscriber: Int) {
    tokens.append(nil)
    let object = probe.object()
    let release = OnDeinit { [unowned self] in
      withExtendedLifetime(object) {}
      if !isOver { released(subscriber) }
    }
    func attach(_ publisher: some Publisher<Int, Never>) -> AnyCancellable {
      publisher.sink { [unowned self] _ in
        withExtendedLifetime(release) {}
        received("end", by: subscriber)
      } receiveValue: { [unowned self] value in
        received("\(value)", by: subscriber)
      }
    }
    func attachStaged(_ publisher: some Publisher<Int, Never>) -> AnyCancellable {
      switch subscriber % 4 {
      case 0: attach(publisher)
      case 1: attach(publisher.map { $0 }.filter { _ in true }.compactMap { $0 })
      case 2: attach(publisher.removeDuplicates())
      default: attach(publisher.eraseToAnyPublisher())
      }
    }
    let token = replays ? attachStaged(current) : attachStaged(passthrough)
    tokens[subscriber] = token
    // The one who subscribes holds what it captured until it has its token.
    withExtendedLifetime(release) {}
  }

  override func cancel(_ subscriber: Int) {
    // Out of the array before it calls out, for that may subscribe.
    let token = tokens[subscriber]
    if subscriber.isMultiple(of: 2) { token?.cancel() } else { tokens[subscriber] = nil }
  }

  override func send(_ value: Int) {
    if replays { current.send(value) } else { passthrough.send(value) }
  }

  override func complete() {
    if replays {
      current.send(completion: .finished)
    } else {
      passthrough.send(completion: .finished)
    }
  }

  /// Lets go of everything, in silence.
  func end() {
    isOver = true
    tokens = []
  }
}
