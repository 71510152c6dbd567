/// A property whose changes are published by its projection: `$name`.
///
/// The new value is stored first and published then. A subscriber of `$name` gets the value of the
/// moment at once, exactly once, and then every later one; inside a `sink`, reading the property
/// gives what was received, or is ahead of it where somebody has set it again meanwhile.
///
/// Changing a collection in place (`items.append(1)`) copies nothing, and publishes afterwards.
/// Setting an equal value publishes, too.
///
/// Use it for properties of classes. The storage is shared by copies, so that two copies of a
/// struct would publish each other's changes.
///
/// ```swift
/// final class Thermometer {
///   @Published var degrees = 20
/// }
///
/// let thermometer = Thermometer()
/// let token = thermometer.$degrees.sink { print($0) }  // prints 20
/// thermometer.degrees = 21  // prints 21
/// token.cancel()
/// ```
@propertyWrapper
@frozen
public struct Published<Value> {
  @usableFromInline let subject: CurrentValueSubject<Value, Never>

  /// Makes the storage of `@Published var name = value`.
  ///
  /// - Parameter wrappedValue: What it holds at first.
  @inlinable
  public init(wrappedValue: Value) {
    subject = CurrentValueSubject(wrappedValue)
  }

  /// Makes the storage, where the wrapper is written out in an initialiser.
  ///
  /// - Parameter initialValue: What it holds at first.
  @inlinable
  public init(initialValue: Value) {
    self.init(wrappedValue: initialValue)
  }

  /// The property itself.
  ///
  /// - Precondition: Nothing reads or sets it while it is being changed in place.
  @inlinable
  public var wrappedValue: Value {
    get { subject.value }
    nonmutating set { subject.value = newValue }
    nonmutating _modify { yield &subject.value }
  }

  /// What publishes the property: `$name`.
  @inlinable
  public var projectedValue: Publisher { Publisher(subject: subject) }

  /// A publisher of a property. It never ends by itself; when the property's owner is gone and
  /// nobody holds the publisher, its subscriptions end without a completion.
  @frozen
  public struct Publisher: CoreEngineStreams.Publisher {
    public typealias Output = Value
    public typealias Failure = Never

    @usableFromInline let subject: CurrentValueSubject<Value, Never>

    @inlinable
    init(subject: CurrentValueSubject<Value, Never>) {
      self.subject = subject
    }

    /// Attaches a subscriber, which gets the current value at once and then every later one.
    ///
    /// - Parameter subscriber: Who gets the values.
    @inlinable
    public func receive<Downstream: Subscriber<Value, Never>>(subscriber: Downstream) {
      subject.receive(subscriber: subscriber)
    }
  }
}
