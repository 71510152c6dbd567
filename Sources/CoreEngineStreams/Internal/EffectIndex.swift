internal import CoreEngineSupport

/// Where the effects of one core that go by ids are found, at the same cost however many there are.
///
/// A core has no place for it, so that the tokens of its effects keep it alive, and all indices are
/// found by their cores' addresses. It holds the tokens weakly: a token that is released without
/// its effect having ended leaves an empty entry, which is swept out later.
final class EffectIndex: @unchecked Sendable {
  /// What stands in the token of an effect.
  struct Label: @unchecked Sendable {
    let index: EffectIndex
    // Safe: of the id, which is Sendable, and of weak references to tokens, which are, too; and used in
    // the core's isolation domain only, except for being released.
    fileprivate let group: Group
    /// Counts the effects in order of dispatch.
    fileprivate let serial: Int
  }

  /// The effects of one id. It is in the index while it has any.
  fileprivate final class Group {
    let id: AnyHashable
    let hash: Int
    var tokens: [Int: Weak<AnyCancellable>] = [:]

    init(_ id: AnyHashable, hash: Int) {
      self.id = id
      self.hash = hash
    }
  }

  fileprivate struct Weak<Object: AnyObject & Sendable>: Sendable {
    weak var object: Object?
  }

  private static let all = Locked<[ObjectIdentifier: Weak<EffectIndex>]>([:])

  private let key: ObjectIdentifier
  private weak var core: AnyObject?

  // Safe: used in the core's isolation domain only, except for being released. Nothing of the user's
  // is called or released while it is accessed: the `==`, `hash(into:)` or `deinit` of an id, or what
  // a token cancels, may dispatch.
  /// By the hash values of their ids. There are two of one id if one was dispatched by the other's `==`.
  private var groups: [Int: [Group]] = [:]
  private var count = 0
  private var limit = 32
  private var nextSerial = 0

  private init(_ core: AnyObject) {
    key = ObjectIdentifier(core)
    self.core = core
  }

  deinit {
    let other = Self.all.withLock { [key] all in
      let other = all[key]?.object
      // Unless another core is at that address by now.
      if other == nil { all[key] = nil }
      return other
    }
    // Not released under the lock: this might be its last reference.
    withExtendedLifetime(other) {}
  }

  /// The index of a core, if it has effects with ids.
  static func existing(for core: AnyObject) -> EffectIndex? {
    let index = all.withLock { $0[ObjectIdentifier(core)]?.object }
    // A core of the past may have left its tokens, and with them its index, to somebody.
    return index?.core === core ? index : nil
  }

  /// The index of a core.
  static func index(for core: AnyObject) -> EffectIndex {
    if let index = existing(for: core) { return index }
    let index = EffectIndex(core)
    all.withLock { $0[index.key] = Weak(object: index) }
    return index
  }

  /// Makes a label for the token of an effect.
  func makeLabel(_ id: AnyHashable) -> Label {
    let hash = id.hashValue
    let group = groups(of: id, hash: hash).first ?? Group(id, hash: hash)
    defer { nextSerial += 1 }
    return Label(index: self, group: group, serial: nextSerial)
  }

  func insert(_ token: AnyCancellable, _ label: Label) {
    if count >= limit { sweep() }
    let group = label.group
    if group.tokens.isEmpty { groups[group.hash, default: []].append(group) }
    group.tokens[label.serial] = Weak(object: token)
    count += 1
  }

  func remove(_ label: Label) {
    guard label.group.tokens.removeValue(forKey: label.serial) != nil else { return }
    count -= 1
    if label.group.tokens.isEmpty { drop(label.group) }
  }

  /// Takes out all effects of an id.
  ///
  /// - Returns: Their tokens, in order of dispatch.
  func removeAll(_ id: AnyHashable) -> [AnyCancellable] {
    var removed: [(serial: Int, token: Weak<AnyCancellable>)] = []
    for group in groups(of: id, hash: id.hashValue) {
      removed += group.tokens.map { ($0.key, $0.value) }
      group.tokens = [:]
      drop(group)
    }
    count -= removed.count
    return removed.sorted { $0.serial < $1.serial }.compactMap(\.token.object)
  }

  /// Whether an effect of that id has neither ended nor been cancelled.
  func isRunning(_ id: AnyHashable) -> Bool {
    groups(of: id, hash: id.hashValue).contains { group in
      let tokens = group.tokens
      return tokens.contains { $0.value.object?.connection.isOpen == true }
    }
  }

  private func groups(of id: AnyHashable, hash: Int) -> [Group] {
    let groups = groups[hash] ?? []
    return groups.filter { $0.id == id }
  }

  /// Takes out a group that has become empty. The caller keeps it.
  private func drop(_ group: Group) {
    groups[group.hash]?.removeAll { $0 === group }
    if groups[group.hash]?.isEmpty == true { groups[group.hash] = nil }
  }

  private func sweep() {
    let before = groups
    // Each of them may be let go of on another thread, and then be released here.
    var left: [AnyCancellable] = []
    for group in before.values.joined() {
      group.tokens = group.tokens.filter { _, token in
        guard let token = token.object else { return false }
        left.append(token)
        return true
      }
      if group.tokens.isEmpty { drop(group) }
    }
    count = left.count
    limit = max(32, 2 * count)
    withExtendedLifetime((before, left)) {}
  }
}
