/// Finds the differences of two values, one after the other. Takes no stack, however deep they are.
struct Comparison {
  private enum Step {
    case compare(path: String, level: Int, before: Any, after: Any)
    case removed(path: String, Any)
    case added(path: String, Any)
    case order(path: String, before: [AnyHashable], after: [AnyHashable])
    /// After the parts of a value: two that are unequal differ in something.
    case check(path: String, before: Part, after: Part, lineCount: Int)
  }

  private struct Pair: Hashable {
    let before: ObjectIdentifier
    let after: ObjectIdentifier
  }

  /// What is deeper than that is not compared.
  private static let levels = 100

  /// The next one last.
  private var steps: [Step] = []
  private var lines: [String] = []
  private var seen: Set<Pair> = []
  /// Whatever is gone leaves its address to others.
  private var kept: [AnyObject] = []

  /// The differences, each a line, or three.
  mutating func lines(from before: Any, to after: Any) -> [String] {
    steps = [.compare(path: "", level: 0, before: before, after: after)]
    while let step = steps.popLast() {
      switch step {
      case .compare(let path, let level, let before, let after):
        compare(path, level, Part(before), Part(after))
      case .removed(let path, let value): write(path, "- \(Rendering.text(of: value))")
      case .added(let path, let value): write(path, "+ \(Rendering.text(of: value))")
      case .order(let path, let before, let after):
        write(
          path, "order of ids \(Rendering.text(of: before)) -> \(Rendering.text(of: after))")
      case .check(let path, let before, let after, let count):
        if lines.count == count { writeUnequal(path, before, after) }
      }
    }
    return lines
  }

  private mutating func compare(_ path: String, _ level: Int, _ before: Part, _ after: Part) {
    guard before.type == after.type else { return writeUnequal(path, before, after) }
    if let one = before.object, let other = after.object {
      guard one !== other, isNew(one, other) else { return }
    }
    let isEqual = before.isEqual(to: after)
    if isEqual == true { return }
    if level == Self.levels, before.hasParts {
      return write(path, "more than \(Self.levels) levels deep, and not compared")
    }
    if isEqual == false {
      steps.append(.check(path: path, before: before, after: after, lineCount: lines.count))
    }
    switch (before.kind, after.kind) {
    case (.none, .none): break
    case (.some(let one), .some(let other)):
      steps.append(.compare(path: path, level: level, before: one, after: other))
    case (.collection(let one), .collection(let other)):
      if let oneIds = ids(of: one), let otherIds = ids(of: other) {
        compareById(path, level, (one, oneIds), (other, otherIds), isOrdered: true)
      } else {
        compareByPosition(path, level, one, other)
      }
    case (.set(let one), .set(let other)): compareSets(path, level, one, other)
    case (.dictionary(let one), .dictionary(let other)):
      compareDictionaries(path, level, one, other)
    case (.enumCase(let one, let before), .enumCase(let other, let after)) where one == other:
      steps.append(
        .compare(path: path.with(one), level: level + 1, before: before, after: after))
    case (.fields(let one), .fields(let other)) where one.map(\.label) == other.map(\.label):
      push(
        zip(one, other).enumerated().map { index, pair in
          let label = pair.0.label.map { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 }
          return .compare(
            path: path.with(label ?? "\(index)"), level: level + 1, before: pair.0.value,
            after: pair.1.value)
        })
    case (.leaf, .leaf) where isEqual == nil && before.object == nil:
      // All that can be compared is what can be seen; of an actor, which one it is.
      let isActor = before.type is AnyClass
      let isSame =
        isActor
        ? before.value as AnyObject === after.value as AnyObject
        : Rendering.text(of: before.value) == Rendering.text(of: after.value)
      if !isSame { writeUnequal(path, before, after) }
    case (.leaf, .leaf): break
    default: writeUnequal(path, before, after)
    }
  }

  /// Whether two objects have not been compared yet, and are not being compared.
  private mutating func isNew(_ before: AnyObject, _ after: AnyObject) -> Bool {
    let pair = Pair(before: ObjectIdentifier(before), after: ObjectIdentifier(after))
    guard seen.insert(pair).inserted else { return false }
    kept += [before, after]
    return true
  }

  private mutating func push(_ steps: [Step]) {
    self.steps += steps.reversed()
  }

  // MARK: Collections

  private mutating func compareByPosition(
    _ path: String, _ level: Int, _ before: [Any], _ after: [Any]
  ) {
    push(
      (0..<max(before.count, after.count)).map { index in
        let path = "\(path)[\(index)]"
        if index >= before.count { return .added(path: path, after[index]) }
        if index >= after.count { return .removed(path: path, before[index]) }
        return .compare(path: path, level: level + 1, before: before[index], after: after[index])
      })
  }

  /// The ids of all elements, if each has its own.
  private func ids(of elements: [Any]) -> [AnyHashable]? {
    var ids: [AnyHashable] = []
    for element in elements {
      guard let id = Part(element).id else { return nil }
      ids.append(id)
    }
    return Set(ids).count == ids.count ? ids : nil
  }

  private mutating func compareById(
    _ path: String, _ level: Int, _ before: ([Any], ids: [AnyHashable]),
    _ after: ([Any], ids: [AnyHashable]), isOrdered: Bool
  ) {
    let old = Dictionary(uniqueKeysWithValues: zip(before.ids, before.0))
    let new = Dictionary(uniqueKeysWithValues: zip(after.ids, after.0))
    let kept = before.ids.filter { new[$0] != nil }
    let keptAfter = after.ids.filter { old[$0] != nil }
    func way(to id: AnyHashable) -> String { "\(path)[id: \(Rendering.text(of: id))]" }
    var steps: [Step] = before.ids.map { id in
      guard let value = new[id] else { return .removed(path: way(to: id), old[id]!) }
      return .compare(path: way(to: id), level: level + 1, before: old[id]!, after: value)
    }
    steps += after.ids.filter { old[$0] == nil }.map { .added(path: way(to: $0), new[$0]!) }
    if isOrdered, kept != keptAfter {
      steps.append(.order(path: path, before: kept, after: keptAfter))
    }
    push(steps)
  }

  private mutating func compareSets(
    _ path: String, _ level: Int, _ before: [Any], _ after: [Any]
  ) {
    let old = Set(before.compactMap { $0 as? AnyHashable })
    let new = Set(after.compactMap { $0 as? AnyHashable })
    let removed = Rendering.sorted(Array(old.subtracting(new))) { $0 }
    let added = Rendering.sorted(Array(new.subtracting(old))) { $0 }
    if let oldIds = ids(of: removed), let newIds = ids(of: added) {
      return compareById(path, level, (removed, oldIds), (added, newIds), isOrdered: false)
    }
    push(
      removed.map { .removed(path: path, $0) } + added.map { .added(path: path, $0) })
  }

  private mutating func compareDictionaries(
    _ path: String, _ level: Int, _ before: [(key: Any, value: Any)],
    _ after: [(key: Any, value: Any)]
  ) {
    func values(_ entries: [(key: Any, value: Any)]) -> [AnyHashable: Any] {
      Dictionary(
        entries.compactMap { entry in (entry.key as? AnyHashable).map { ($0, entry.value) } },
        uniquingKeysWith: { first, _ in first })
    }
    let old = values(before)
    let new = values(after)
    push(
      Rendering.sorted(Array(Set(old.keys).union(new.keys))) { $0.base }.map { key in
        let path = "\(path)[\(Rendering.text(of: key))]"
        guard let one = old[key] else { return .added(path: path, new[key]!) }
        guard let other = new[key] else { return .removed(path: path, one) }
        return .compare(path: path, level: level + 1, before: one, after: other)
      })
  }

  // MARK: Lines

  private mutating func write(_ path: String, _ text: String) {
    lines.append(path.isEmpty ? text : "\(path): \(text)")
  }

  private mutating func writeUnequal(_ path: String, _ before: Part, _ after: Part) {
    var one = Rendering.text(of: before.value)
    var other = Rendering.text(of: after.value)
    if one == other {
      if before.type == after.type {
        other += " (not equal)"
      } else {
        one += " (\(before.type))"
        other += " (\(after.type))"
      }
    }
    if path.count + one.count + other.count <= 80 {
      write(path, "\(one) -> \(other)")
    } else {
      lines.append("\(path.isEmpty ? "" : "\(path):\n")  - \(one)\n  + \(other)")
    }
  }
}

extension String {
  /// The way to a part of what this is the way to.
  fileprivate func with(_ label: String) -> String { isEmpty ? label : "\(self).\(label)" }
}
