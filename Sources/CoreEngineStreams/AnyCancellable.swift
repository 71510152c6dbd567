/// A running subscription or effect, which ends when it is cancelled or released.
///
/// It is Sendable: `cancel()` may be called, and the last reference dropped, on any thread, during
/// an emission too. Cancelling twice, or after the end, does nothing.
///
/// ```swift
/// let subject = PassthroughSubject<Int, Never>()
/// let token = subject.sink { print($0) }
/// subject.send(1)  // prints 1
/// token.cancel()
/// subject.send(2)  // prints nothing
/// ```
public final class AnyCancellable: Cancellable, Sendable {
  @usableFromInline let connection: Connection

  /// What an effect with an id is found by; `nil` for all else.
  let label: EffectIndex.Label?

  @usableFromInline
  convenience init(_ connection: Connection) {
    self.init(connection, label: nil)
  }

  init(_ connection: Connection, label: EffectIndex.Label?) {
    self.connection = connection
    self.label = label
  }

  /// Makes one that calls a closure.
  ///
  /// - Parameter cancel: Called once at most, on the thread that cancels, and then released.
  public convenience init(_ cancel: @escaping @Sendable () -> Void) {
    let connection = Connection()
    connection.connect(Closure(cancel))
    self.init(connection)
  }

  /// Makes one that cancels something else.
  ///
  /// - Parameter canceller: What to cancel; released once it has been.
  public convenience init<Canceller: Cancellable & Sendable>(_ canceller: Canceller) {
    self.init { canceller.cancel() }
  }

  deinit { cancel() }

  /// Ends what this stands for, at the first call.
  public func cancel() {
    connection.cancel()
  }

  /// Puts this into a set that keeps it alive.
  ///
  /// - Parameter set: Where to keep it.
  public func store(in set: inout Set<AnyCancellable>) {
    set.insert(self)
  }

  /// Appends this to a collection that keeps it alive.
  ///
  /// - Parameter collection: Where to keep it.
  public func store(in collection: inout some RangeReplaceableCollection<AnyCancellable>) {
    collection.append(self)
  }

  private final class Closure: Subscription {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }

    func cancel() { body() }
  }
}

extension AnyCancellable: Hashable {
  /// Whether both are the same object.
  public static func == (one: AnyCancellable, other: AnyCancellable) -> Bool {
    one === other
  }

  /// Hashes the identity.
  ///
  /// - Parameter hasher: What to feed.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
