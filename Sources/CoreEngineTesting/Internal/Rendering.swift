/// The text of a value of any type, the same for the same value.
struct Rendering {
  /// What is deeper than that is not shown.
  private static let levels = 32

  /// The objects that the value stands in.
  private var around: [AnyObject] = []

  /// The text of a value.
  static func text(of value: Any) -> String {
    var rendering = Rendering()
    return rendering.text(of: value, level: 0)
  }

  /// The text of the way to a property.
  static func text<Root, Value>(ofPath path: KeyPath<Root, Value>) -> String {
    let text = "\(path)"
    // A property without storage has no name there, but an address.
    return text.hasPrefix("\\") && !text.contains("<computed") ? text : "the property"
  }

  /// The texts of values that have no order of their own, in an order: numbers by size.
  static func sorted<Value>(_ values: [Value], by key: (Value) -> Any) -> [Value] {
    values
      .map { value in (value: value, number: key(value) as? Int, text: text(of: key(value))) }
      .sorted { one, other in
        if let one = one.number, let other = other.number { return one < other }
        return one.text < other.text
      }
      .map(\.value)
  }

  private mutating func text(of value: Any, level: Int) -> String {
    let part = Part(value)
    if case .leaf = part.kind { return Self.text(ofLeaf: part) }
    if level == Self.levels { return "…" }
    if let object = part.object {
      if around.contains(where: { $0 === object }) { return "\(part.type)(…)" }
      around.append(object)
    }
    defer { if part.object != nil { around.removeLast() } }
    let next = level + 1
    switch part.kind {
    case .leaf, .none: return "nil"
    case .some(let value):
      // Else it would look like `nil` itself.
      if case .none = Part(value).kind { return ".some(nil)" }
      return text(of: value, level: level)
    case .collection(let elements): return "[\(list(elements, next))]"
    case .set(let elements): return "[\(list(Self.sorted(elements) { $0 }, next))]"
    case .dictionary(let entries):
      if entries.isEmpty { return "[:]" }
      let texts = Self.sorted(entries, by: \.key).map { entry in
        "\(text(of: entry.key, level: next)): \(text(of: entry.value, level: next))"
      }
      return "[\(texts.joined(separator: ", "))]"
    case .enumCase(let name, let payload):
      let text = text(of: payload, level: next)
      return Part(payload).isTuple ? ".\(name)\(text)" : ".\(name)(\(text))"
    case .fields(let fields):
      let texts = fields.map { field in
        let value = text(of: field.value, level: next)
        // Without a name, it is called by its number: ".0".
        guard let label = field.label, !label.hasPrefix(".") else { return value }
        return "\(label): \(value)"
      }
      return "\(part.isTuple ? "" : "\(part.type)")(\(texts.joined(separator: ", ")))"
    }
  }

  private mutating func list(_ values: [Any], _ level: Int) -> String {
    var texts: [String] = []
    for value in values { texts.append(text(of: value, level: level)) }
    return texts.joined(separator: ", ")
  }

  private static func text(ofLeaf part: Part) -> String {
    if part.value is any StringProtocol || part.value is Character {
      return String(reflecting: part.value)
    }
    if part.isTuple { return "()" }
    if part.value is any CustomStringConvertible || part.value is any Any.Type {
      return String(describing: part.value)
    }
    if part.isEnum { return ".\(part.value)" }
    if part.type is AnyClass { return "\(part.type)" }
    let text = String(describing: part.value)
    return text.hasPrefix("(") || text.hasSuffix(")") ? text : "\(text)()"
  }
}
