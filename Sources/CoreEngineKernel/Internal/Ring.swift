/// A first-in-first-out queue that reuses its memory.
///
/// - Complexity: `append` and `popFirst` are O(1), amortised.
@usableFromInline
package struct Ring<Element> {
  /// A power of two in number, so that positions wrap by masking; `nil` where there is no element.
  @usableFromInline var slots: ContiguousArray<Element?> = []
  @usableFromInline var head = 0
  @usableFromInline package var count = 0

  @inlinable
  package init() {}

  @inlinable
  package var isEmpty: Bool { count == 0 }

  @inlinable
  package mutating func append(_ element: consuming Element) {
    if count == slots.count { grow() }
    slots[(head + count) & (slots.count - 1)] = element
    count += 1
  }

  /// The element that has waited longest.
  @inlinable
  package var first: Element? { count > 0 ? slots[head] : nil }

  /// All elements, the one that has waited longest first.
  ///
  /// - Complexity: O(n).
  package var elements: [Element] {
    (0..<count).compactMap { slots[(head + $0) & (slots.count - 1)] }
  }

  /// Removes and returns the element that has waited longest.
  @inlinable
  package mutating func popFirst() -> Element? {
    guard count > 0 else { return nil }
    let element = slots[head].take()
    head = (head + 1) & (slots.count - 1)
    count -= 1
    return element
  }

  @inlinable
  mutating func grow() {
    var larger: ContiguousArray<Element?> = []
    larger.reserveCapacity(max(8, slots.count * 2))
    for offset in 0..<count {
      larger.append(slots[(head + offset) & (slots.count - 1)].take())
    }
    while larger.count < max(8, slots.count * 2) { larger.append(nil) }
    slots = larger
    head = 0
  }
}

extension Ring: Sendable where Element: Sendable {}
