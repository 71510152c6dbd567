/// An object that is made, once, when it is first needed, and lives as long as its place.
///
/// Threads that need it first at once get the same one.
@frozen
@usableFromInline
package struct Lazily<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  /// The object's address, retained; 0 until it is made.
  @usableFromInline let address = AtomicWord(0)

  @usableFromInline
  package init() {}

  @usableFromInline
  deinit {
    if let pointer = UnsafeRawPointer(bitPattern: address.load()) {
      Unmanaged<Object>.fromOpaque(pointer).release()
    }
  }

  /// Whether it has been made.
  @inlinable
  package var isMade: Bool { address.load() != 0 }

  /// The object, if it has been made.
  @inlinable
  package var made: Object? { unretained?.takeUnretainedValue() }

  @inlinable
  package var unretained: Unmanaged<Object>? {
    UnsafeRawPointer(bitPattern: address.load()).map(Unmanaged.fromOpaque)
  }

  /// The object; `make` is called if there is none, and its result dropped if another thread was
  /// faster.
  package func orMade(_ make: () -> Object) -> Object {
    if let made { return made }
    let new = Unmanaged.passRetained(make())
    if address.replace(0, by: UInt(bitPattern: new.toOpaque())) { return new.takeUnretainedValue() }
    new.release()
    return orMade(make)
  }
}
