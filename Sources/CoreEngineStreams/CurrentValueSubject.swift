/// A publisher that holds a value, and publishes it whenever it is set.
///
/// A subscriber gets the value of the moment at once, exactly once, and then every later one. The
/// value is stored first and published then: inside a `sink`, `value` equals what was received, or
/// is ahead of it where somebody has sent again meanwhile; in that case the newer values follow.
/// Order, completion and release are those of ``PassthroughSubject``.
///
/// Once it has completed, `send(_:)` leaves `value` as it is. Setting `value` directly still
/// changes it, but nobody is told.
///
/// ```swift
/// let subject = CurrentValueSubject<[Int], Never>([1])
/// let token = subject.sink { print($0) }  // prints [1]
/// subject.send([2])  // prints [2]
/// subject.value.append(3)  // prints [2, 3]
/// token.cancel()
/// ```
@_fixed_layout
public final class CurrentValueSubject<Output, Failure: Error>: Publisher {
  // Safe: `isOpen` refuses what the dynamic check would have refused.
  @exclusivity(unchecked)
  @usableFromInline
  var storage: Output

  /// Whether the value is being changed in place right now.
  @exclusivity(unchecked)
  @usableFromInline
  var isOpen = false

  /// Made for the first subscriber, since most values are never observed, and released with this.
  /// Retained by hand, since each emission would retain it.
  @exclusivity(unchecked)
  @usableFromInline
  var retainedHub: Unmanaged<Hub<Output, Failure>>?

  @inlinable
  var hub: Hub<Output, Failure>? { retainedHub?.takeUnretainedValue() }

  /// Makes a subject without subscribers.
  ///
  /// - Parameter value: What it holds at first.
  @inlinable
  public init(_ value: Output) {
    storage = value
  }

  deinit {
    hub?.removeAll()
    retainedHub?.release()
  }

  /// The newest value. Setting it publishes it; changing it in place publishes it afterwards.
  ///
  /// - Precondition: Nothing reads or sets it while it is being changed in place.
  @inlinable
  public var value: Output {
    get {
      if isOpen { failForValueInUse() }
      return storage
    }
    set {
      if isOpen { failForValueInUse() }
      let before = storage
      storage = newValue
      if retainedHub != nil { publish(newValue) }
      // Released last, since its `deinit` may use this subject.
      withExtendedLifetime(before) {}
    }
    _modify {
      if isOpen { failForValueInUse() }
      isOpen = true
      // In a defer, since the caller may leave by throwing, with the value changed.
      defer {
        isOpen = false
        if retainedHub != nil { publish(storage) }
      }
      yield &storage
    }
  }

  /// Stores a value, then delivers it to all who have subscribed so far.
  ///
  /// - Parameter value: What to store and deliver; dropped once the subject has completed.
  /// - Complexity: O(n), where n is the number of subscribers. Allocates nothing, unless called from
  ///   inside a delivery.
  @inlinable
  public func send(_ value: Output) {
    guard hub?.completion == nil else { return }
    self.value = value
  }

  /// Ends the subject: its subscribers get the completion and are released.
  ///
  /// - Parameter completion: How it ended; ignored if it had ended before.
  /// - Complexity: O(n), where n is the number of subscribers.
  public func send(completion: Subscribers.Completion<Failure>) {
    hubForUse().send(completion: completion)
  }

  /// Attaches a subscriber, which gets the current value at once and then every later one.
  ///
  /// - Parameter subscriber: Who gets the values.
  @inlinable
  public func receive<Downstream: Subscriber<Output, Failure>>(subscriber: consuming Downstream) {
    hubForUse().attach(consume subscriber, replaying: value)
  }

  @inlinable
  func hubForUse() -> Hub<Output, Failure> {
    if let hub { return hub }
    let made = Hub<Output, Failure>()
    retainedHub = .passRetained(made)
    return made
  }

  /// Asked for only where there is a hub: even to retain a value costs more than all the rest.
  @inlinable
  func publish(_ value: Output) {
    withExtendedLifetime(self) { retainedHub?._withUnsafeGuaranteedRef { $0.send(value) } }
  }
}

extension CurrentValueSubject where Output == Void {
  /// Delivers a signal that carries nothing.
  public func send() {
    send(())
  }
}
