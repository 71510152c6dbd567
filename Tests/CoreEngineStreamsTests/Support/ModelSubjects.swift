import TestSupport

/// What ought to happen in a ``SubjectWorld``.
final class ModelSubjects: SubjectWorld {
  private struct Subscriber {
    var isLive = true
    var hasToken = false
    /// Whether the publisher still has it, and whether the call that subscribes it does.
    var isListed = true
    var isSubscribing = true
    var isReleased = false
  }

  private var subscribers: [Subscriber] = []
  private var queue: [(event: String, audience: Int)] = []
  private var isEmitting = false
  private var hasEnded = false
  private var current: Int?

  init(_ chooser: any Chooser, replays: Bool) {
    current = replays ? 0 : nil
    super.init(chooser)
  }

  var kept: Int { subscribers.count { !$0.isReleased } }

  override func subscribe(_ subscriber: Int) {
    subscribers.append(Subscriber())
    if hasEnded {
      subscribers[subscriber].isLive = false
      subscribers[subscriber].isListed = false
      received("end", by: subscriber)
    } else {
      emit {
        if let current { received("\(current)", by: subscriber) }
      }
    }
    subscribers[subscriber].hasToken = true
    subscribers[subscriber].isSubscribing = false
    releaseIfUnused(subscriber)
  }

  override func cancel(_ subscriber: Int) {
    guard subscribers[subscriber].hasToken, subscribers[subscriber].isLive else { return }
    subscribers[subscriber].isLive = false
    guard !isEmitting else { return }
    subscribers[subscriber].isListed = false
    releaseIfUnused(subscriber)
  }

  override func send(_ value: Int) {
    guard !hasEnded else { return }
    if current != nil { current = value }
    queue.append(("\(value)", subscribers.count))
    emit {}
  }

  override func complete() {
    guard !hasEnded else { return }
    hasEnded = true
    queue.append(("end", subscribers.count))
    emit {}
  }

  private func emit(_ body: () -> Void) {
    if isEmitting { return body() }
    isEmitting = true
    body()
    var over: [Int] = []
    repeat {
      while !queue.isEmpty { deliver(queue.removeFirst()) }
      over = subscribers.indices.filter { subscribers[$0].isListed && !subscribers[$0].isLive }
      for subscriber in over { subscribers[subscriber].isListed = false }
      for subscriber in over { releaseIfUnused(subscriber) }
    } while !over.isEmpty
    isEmitting = false
  }

  private func deliver(_ item: (event: String, audience: Int)) {
    for subscriber in 0..<item.audience where subscribers[subscriber].isLive {
      if item.event == "end" { subscribers[subscriber].isLive = false }
      received(item.event, by: subscriber)
    }
  }

  private func releaseIfUnused(_ subscriber: Int) {
    let state = subscribers[subscriber]
    guard !state.isListed, !state.isSubscribing, !state.isReleased else { return }
    subscribers[subscriber].isReleased = true
    released(subscriber)
  }
}
