/// A subject of a ``Model``: what is sent during a delivery waits until it has reached everybody.
final class ModelSubject {
  typealias Outcome = Event<Int, Failed>

  private(set) var current: Int?
  private var receivers: [(Outcome) -> Void] = []
  private var waiting: [(event: Outcome, audience: Int)] = []
  private var isDelivering = false
  private var end: Outcome?

  /// - Parameter current: What it replays, if it does.
  init(_ current: Int?) { self.current = current }

  func attach(_ receive: @escaping (Outcome) -> Void) {
    if let end { return receive(end) }
    deliver {
      receivers.append(receive)
      if let current { receive(.value(current)) }
    }
  }

  func send(_ event: Outcome) {
    guard end == nil else { return }
    if event.isEnd { end = event }
    if case .value(let value) = event, current != nil { current = value }
    waiting.append((event, receivers.count))
    deliver {}
  }

  /// Lets go of all, which may hold this.
  func release() { receivers = [] }

  private func deliver(_ body: () -> Void) {
    if isDelivering { return body() }
    isDelivering = true
    body()
    while !waiting.isEmpty {
      let (event, audience) = waiting.removeFirst()
      for index in 0..<audience { receivers[index](event) }
    }
    isDelivering = false
  }
}

extension Event where Value == Int, Failure == Failed {
  var isEnd: Bool {
    switch self {
    case .subscription, .value: false
    case .finished, .failure: true
    }
  }

  func map(_ transform: (Int) -> Int) -> Self {
    if case .value(let value) = self { .value(transform(value)) } else { self }
  }
}
