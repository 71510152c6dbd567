extension AsyncSequence {
  /// All elements of one iteration.
  public func all() async rethrows -> [Element] {
    var elements: [Element] = []
    for try await element in self { elements.append(element) }
    return elements
  }
}

extension AsyncSequence where Element: Equatable {
  /// The elements of one iteration up to one of them, that too: whoever begins late gets that alone.
  public func all(through last: Element) async rethrows -> [Element] {
    var elements: [Element] = []
    for try await element in self {
      elements.append(element)
      if element == last { break }
    }
    return elements
  }
}

extension AsyncIteratorProtocol {
  /// All elements that are left.
  public mutating func rest() async rethrows -> [Element] {
    var elements: [Element] = []
    while let element = try await next() { elements.append(element) }
    return elements
  }
}
