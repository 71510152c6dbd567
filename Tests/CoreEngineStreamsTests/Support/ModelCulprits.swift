/// The unruly publishers of a ``Model``.
final class ModelCulprits {
  /// How often a subscription has been cancelled.
  private(set) var cancels = 0

  private var victims: [(Unruly.Deed, Int) -> Void] = []

  /// - Parameter receive: Takes nothing after an end.
  func attach(
    _ unruly: Unruly, _ life: Life, _ receive: @escaping (Event<Int, Failed>) -> Void
  ) {
    var isSubscribed = false
    var hasEnded = false
    func perform(_ deed: Unruly.Deed, _ value: Int) {
      let event = deed.event(value)
      guard deed == .subscription else {
        // What ends by itself need not be cancelled; but `AnyPublisher { … }` does.
        if event.isEnd, !life.isOver { hasEnded = !unruly.isGuarded }
        return receive(event)
      }
      if !isSubscribed, !life.isOver {
        isSubscribed = true
        return
      }
      cancels += 1
      if unruly.sulks { for deed in Unruly.sulk { perform(deed, 90) } }
    }
    // Whatever the subscription sends then is not heard.
    life.onEnd = { [unowned self] in if isSubscribed, !hasEnded { cancels += 1 } }
    if unruly.keeps { victims.append(perform) }
    for (index, deed) in unruly.atOnce.enumerated() { perform(deed, 40 + index) }
  }

  func perform(_ deed: Unruly.Deed, _ value: Int) {
    for victim in victims { victim(deed, value) }
  }

  /// Lets go of all.
  func end() { victims = [] }
}
