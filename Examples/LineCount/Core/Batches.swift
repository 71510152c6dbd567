/// A queue whose elements are kept in groups, and leave it in groups.
///
/// A reducer returns a changed copy of its state, and a copy of an array costs as much as it has
/// elements. In groups, that is a fraction.
struct Batches<Element: Equatable & Sendable>: Equatable, Sendable {
  private(set) var count = 0
  private(set) var groups: [[Element]] = []
  private var lastWeight = 0

  /// Puts elements at the end.
  ///
  /// - Parameters:
  ///   - limit: How many a group has at most.
  ///   - weightLimit: What they weigh at most, together, unless it is one alone.
  ///   - weigh: The weight of an element.
  mutating func append(
    _ elements: [Element], limit: Int, weightLimit: Int = .max, weigh: (Element) -> Int = { _ in 0 }
  ) {
    for element in elements {
      let weight = weigh(element)
      if let last = groups.last, last.count < limit, weight <= weightLimit - lastWeight {
        groups[groups.count - 1].append(element)
        lastWeight += weight
      } else {
        groups.append([element])
        lastWeight = weight
      }
    }
    count += elements.count
  }

  mutating func popFirst() -> [Element]? {
    guard !groups.isEmpty else { return nil }
    let group = groups.removeFirst()
    count -= group.count
    return group
  }
}
