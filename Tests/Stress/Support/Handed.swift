/// Something that one thread hands to another.
///
/// Safe: whoever makes one leaves the value to a single thread until that thread has ended.
struct Handed<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
