import CoreEngineStreams

/// The unruly publishers of a world.
final class Culprits {
  private struct Victim {
    let subscriber: AnySubscriber<Int, Failed>
    let sulks: Bool
  }

  /// How often a subscription has been cancelled.
  private(set) var cancels = 0

  private var victims: [Victim] = []

  func publisher(_ unruly: Unruly) -> AnyPublisher<Int, Failed> {
    let begin: (AnySubscriber<Int, Failed>) -> Void = { [unowned self] in
      let victim = Victim(subscriber: $0, sulks: unruly.sulks)
      if unruly.keeps { victims.append(victim) }
      for (index, deed) in unruly.atOnce.enumerated() { perform(deed, 40 + index, on: victim) }
    }
    return unruly.isGuarded ? AnyPublisher(begin) : Improvised(begin).eraseToAnyPublisher()
  }

  /// Does something to everybody at once, in the midst of whatever goes on.
  func perform(_ deed: Unruly.Deed, _ value: Int) {
    for victim in victims { perform(deed, value, on: victim) }
  }

  /// Lets go of all, some of whom keep this.
  func end() { victims = [] }

  private func perform(_ deed: Unruly.Deed, _ value: Int, on victim: Victim) {
    deed(to: victim.subscriber, value) {
      Whim { [unowned self] in
        cancels += 1
        guard victim.sulks else { return }
        for deed in Unruly.sulk { perform(deed, 90, on: victim) }
      }
    }
  }
}

/// Does something when it is cancelled, each time.
private final class Whim: Subscription, @unchecked Sendable {
  // Safe: used on one thread.
  private let onCancel: () -> Void

  init(_ onCancel: @escaping () -> Void) { self.onCancel = onCancel }

  func cancel() { onCancel() }
}
