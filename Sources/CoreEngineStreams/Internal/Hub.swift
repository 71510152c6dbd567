public import CoreEngineSupport

/// Delivers values and a completion to many subscribers, in order, without recursion.
///
/// It belongs to one isolation domain, save for cancelling. What is sent while something is being
/// delivered waits in a queue until that has reached everybody, and is delivered by the outermost
/// call.
@_fixed_layout
@usableFromInline
final class Hub<Output, Failure: Error>: Registry, @unchecked Sendable {
  @usableFromInline
  enum Event {
    case value(Output)
    case completion(Subscribers.Completion<Failure>)
  }

  /// What waits, each with the number of slots that there were when it was sent: who subscribed
  /// later does not get it.
  @exclusivity(unchecked)
  @usableFromInline
  var queue = Ring<(event: Event, audience: Int)>()

  /// How it ended, from the moment in which the end was sent.
  @exclusivity(unchecked)
  @usableFromInline
  var completion: Subscribers.Completion<Failure>?

  @inlinable
  override init() { super.init() }

  @inlinable
  func send(_ value: Output) {
    guard completion == nil else { return }
    guard begin() else { return queue.append((.value(value), places.count)) }
    deliver(value, to: places.count)
    settle()
  }

  @usableFromInline
  func send(completion: Subscribers.Completion<Failure>) {
    guard self.completion == nil else { return }
    self.completion = completion
    guard begin() else { return queue.append((.completion(completion), places.count)) }
    deliver(completion, to: places.count)
    settle()
  }

  /// Attaches a subscriber, with a first value for it alone.
  @inlinable
  func attach<Downstream: Subscriber<Output, Failure>>(
    _ subscriber: consuming Downstream, replaying current: Output?
  ) {
    if let completion {
      let subscription = Connection()
      subscriber.receive(subscription: subscription)
      if subscription.isOpen { subscriber.receive(completion: completion) }
      return
    }
    let isOutermost = begin()
    let place = Place(Slot(registry: self), SubscriberListener(consume subscriber))
    append(place)
    // Both are retained by the place, which nobody takes out before the emission ends.
    place.slot._withUnsafeGuaranteedRef { slot in
      place.listener._withUnsafeGuaranteedRef {
        let listener = unsafeDowncast($0, to: SubscriberListener<Downstream>.self)
        listener.subscriber.receive(subscription: slot)
        if let current, slot.isLive, !listener.subscriber.receive(current) { slot.cancel() }
      }
    }
    if isOutermost { settle() }
  }

  @inlinable
  func deliver(_ value: Output, to audience: Int) {
    var index = 0
    while index < audience {
      if let place = places[index] {
        place.slot._withUnsafeGuaranteedRef { slot in
          guard slot.isLive else { return }
          let wantsMore = place.listener._withUnsafeGuaranteedRef {
            // Safe: only `attach` adds listeners here.
            unsafeDowncast($0, to: Listener<Output, Failure>.self).receive(value)
          }
          if !wantsMore { slot.cancel() }
        }
      }
      index += 1
    }
  }

  @usableFromInline
  func deliver(_ completion: Subscribers.Completion<Failure>, to audience: Int) {
    for index in 0..<audience {
      guard let place = places[index] else { continue }
      let slot = place.slot.takeUnretainedValue()
      guard slot.end() else { continue }
      place.listener._withUnsafeGuaranteedRef {
        unsafeDowncast($0, to: Listener<Output, Failure>.self).receive(completion: completion)
      }
      remove(slot)
    }
  }

  /// Ends the outermost emission, when everything that was sent meanwhile has been delivered.
  @inlinable
  func settle() {
    if queue.isEmpty, end() { return }
    settleWhatWaits()
  }

  @inlinable
  @inline(never)
  func settleWhatWaits() {
    repeat {
      while let (event, audience) = queue.popFirst() {
        switch event {
        case .value(let value): deliver(value, to: audience)
        case .completion(let completion): deliver(completion, to: audience)
        }
      }
    } while !end()
  }
}
