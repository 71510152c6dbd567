/// A first-in-first-out queue that reuses its memory.
///
/// - Complexity: `append` and `popFirst` are O(1), amortised.
@frozen
@usableFromInline
package struct Ring<Element> {
  /// A power of two in number, so that positions wrap by masking; `nil` where there is no element.
  @usableFromInline var slots: ContiguousArray<Element?> = []
  // Half a word each, since every idle core has some of these.
  @usableFromInline var head: UInt32 = 0
  @usableFromInline var length: UInt32 = 0

  @inlinable
  package init() {}

  @inlinable
  package var count: Int { Int(length) }

  @inlinable
  package var isEmpty: Bool { length == 0 }

  @inlinable
  package mutating func append(_ element: consuming Element) {
    if count == slots.count { grow() }
    slots[place(count)] = element
    length += 1
  }

  /// The element that has waited longest.
  @inlinable
  package var first: Element? { length > 0 ? slots[Int(head)] : nil }

  /// All elements, the one that has waited longest first.
  ///
  /// - Complexity: O(n).
  package var elements: [Element] {
    (0..<count).compactMap { slots[place($0)] }
  }

  /// Removes and returns the element that has waited longest.
  @inlinable
  package mutating func popFirst() -> Element? {
    guard length > 0 else { return nil }
    let element = slots[Int(head)].take()
    head = UInt32(truncatingIfNeeded: place(1))
    length -= 1
    return element
  }

  /// Where the element is that so many others come before.
  @inlinable
  func place(_ offset: Int) -> Int { (Int(head) &+ offset) & (slots.count &- 1) }

  @inlinable
  mutating func grow() {
    var larger: ContiguousArray<Element?> = []
    larger.reserveCapacity(max(8, slots.count * 2))
    for offset in 0..<count {
      larger.append(slots[place(offset)].take())
    }
    while larger.count < max(8, slots.count * 2) { larger.append(nil) }
    slots = larger
    head = 0
  }
}

extension Ring: Sendable where Element: Sendable {}
