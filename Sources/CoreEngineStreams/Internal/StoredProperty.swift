/// What a key path leads to, read where it lies if it is stored in the value itself.
///
/// To follow a key path costs as much as a whole pipeline; to read memory at an offset, nothing.
@frozen
@usableFromInline
struct StoredProperty<Root, Value> {
  @usableFromInline let keyPath: KeyPath<Root, Value>

  /// Where it lies in a `Root`; `nil` if it is computed, observed, optional chaining, or in an
  /// object.
  @usableFromInline let offset: Int?

  @inlinable
  init(_ keyPath: KeyPath<Root, Value>) {
    self.keyPath = keyPath
    offset = MemoryLayout<Root>.offset(of: keyPath)
  }

  @inlinable
  func read(from root: Root) -> Value {
    guard let offset else { return root[keyPath: keyPath] }
    // Safe: an offset that is not `nil` says that there is a stored `Value` that far into every
    // `Root`, inside it, aligned and initialised, with no accessor or observer in between. The
    // memory is therefore bound to `Value`; it is read while `root` is kept from changing or going
    // away, and the pointer does not leave the closure.
    return withUnsafePointer(to: root) { root in
      UnsafeRawPointer(root).advanced(by: offset).assumingMemoryBound(to: Value.self).pointee
    }
  }
}
