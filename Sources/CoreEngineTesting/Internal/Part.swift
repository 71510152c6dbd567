/// A value as it is shown and compared: what kind of thing it is, and what it consists of.
struct Part {
  /// What a value is made of, as far as that is of interest.
  enum Kind {
    /// Nothing to look into.
    case leaf
    case none
    case some(Any)
    case collection([Any])
    case dictionary([(key: Any, value: Any)])
    case set([Any])
    case enumCase(name: String, payload: Any)
    /// A struct, a tuple, an object.
    case fields([(label: String?, value: Any)])
  }

  let value: Any
  let type: Any.Type
  let kind: Kind
  /// The object, if it is one whose fields are of interest.
  let object: AnyObject?
  let isTuple: Bool
  let isEnum: Bool

  var hasParts: Bool {
    switch kind {
    case .leaf, .none: false
    default: true
    }
  }

  init(_ given: Any) {
    let value = Self.unwrapped(given)
    self.value = value
    type = Swift.type(of: value)
    let mirror = Mirror(reflecting: value)
    isTuple = mirror.displayStyle == .tuple
    isEnum = mirror.displayStyle == .enum
    // Whatever protects the fields of an actor does not protect them from a mirror.
    let isObject = type is AnyClass && !(value is any Actor)
    object = isObject ? value as AnyObject : nil
    kind = type is AnyClass && !isObject ? .leaf : Self.kind(of: value, type, mirror)
  }

  private static func kind(of value: Any, _ type: Any.Type, _ mirror: Mirror) -> Kind {
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.map { .some($0.value) } ?? .none
    case .collection: return .collection(mirror.children.map(\.value))
    case .set: return .set(mirror.children.map(\.value))
    case .dictionary:
      return .dictionary(
        mirror.children.compactMap { child in
          let pair = Mirror(reflecting: child.value).children.map(\.value)
          return pair.count == 2 ? (pair[0], pair[1]) : nil
        })
    case .enum:
      guard let child = mirror.children.first else { return .leaf }
      return .enumCase(name: child.label ?? "", payload: child.value)
    default:
      if isPlain(value, type) { return .leaf }
      let fields = fields(of: mirror)
      return fields.isEmpty ? .leaf : .fields(fields)
    }
  }

  /// Whether its text says more than its fields: a number, a duration, a date.
  private static func isPlain(_ value: Any, _ type: Any.Type) -> Bool {
    guard value is any CustomStringConvertible else { return false }
    let name = String(reflecting: type)
    return name.hasPrefix("Swift.") || name.hasPrefix("Foundation")
  }

  /// The fields of an object begin with those of its superclass.
  private static func fields(of mirror: Mirror) -> [(label: String?, value: Any)] {
    var levels = [mirror]
    while let next = levels[levels.count - 1].superclassMirror { levels.append(next) }
    return levels.reversed().flatMap { level in
      level.children.map { (label: $0.label, value: $0.value) }
    }
  }

  private static func unwrapped(_ value: Any) -> Any {
    // Asked by type: anything that is Hashable can be cast to it.
    guard Swift.type(of: value) == AnyHashable.self, let hashable = value as? AnyHashable else {
      return value
    }
    return hashable.base
  }

  /// Its id, unless that is only its address.
  var id: AnyHashable? {
    guard let identifiable = value as? any Identifiable else { return nil }
    let id = Self.id(of: identifiable)
    return id.base is ObjectIdentifier ? nil : id
  }

  private static func id<Value: Identifiable>(of value: Value) -> AnyHashable {
    AnyHashable(value.id)
  }

  /// Whether its `==` says so; `nil` if it has none.
  func isEqual(to other: Part) -> Bool? {
    guard let equatable = value as? any Equatable else { return nil }
    return Self.isEqual(equatable, other.value)
  }

  private static func isEqual<Value: Equatable>(_ one: Value, _ other: Any) -> Bool {
    (other as? Value).map { $0 == one } ?? false
  }
}
