internal import CoreEngineKernel

/// Where the effects of one core that go by ids are found, at the same cost however many there are.
///
/// A core has no place for it, so that the tokens of its effects keep it alive, and all indices are
/// found by their cores' addresses. It holds the tokens weakly: a token that is released without
/// its effect having ended leaves an empty entry, which is swept out later.
final class EffectIndex: @unchecked Sendable {
  /// An entry of the index: stands in the token, too.
  struct Label: @unchecked Sendable {
    let index: EffectIndex
    // Safe: made of a Sendable value, and never written again.
    fileprivate let id: AnyHashable
    /// Counts the effects in order of dispatch.
    fileprivate let serial: Int
  }

  private struct Weak<Object: AnyObject & Sendable>: Sendable {
    weak var object: Object?
  }

  private static let all = Locked<[ObjectIdentifier: Weak<EffectIndex>]>([:])

  private let key: ObjectIdentifier
  private weak var core: AnyObject?

  // Safe: used in the core's isolation domain only, except for being released. Nothing of the user's
  // is released while it is accessed: the `deinit` of an id, or what a token cancels, may dispatch.
  private var tokens: [AnyHashable: [Int: Weak<AnyCancellable>]] = [:]
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
    defer { nextSerial += 1 }
    return Label(index: self, id: id, serial: nextSerial)
  }

  func insert(_ token: AnyCancellable, _ label: Label) {
    if count >= limit { sweep() }
    tokens[label.id, default: [:]][label.serial] = Weak(object: token)
    count += 1
  }

  func remove(_ label: Label) {
    guard tokens[label.id]?.removeValue(forKey: label.serial) != nil else { return }
    count -= 1
    let removed = tokens[label.id]?.isEmpty == true ? take(label.id) : nil
    withExtendedLifetime(removed) {}
  }

  /// Takes out all effects of an id.
  ///
  /// - Returns: Their tokens, in order of dispatch.
  func removeAll(_ id: AnyHashable) -> [AnyCancellable] {
    guard let removed = take(id) else { return [] }
    count -= removed.value.count
    return removed.value.sorted { $0.key < $1.key }.compactMap(\.value.object)
  }

  /// Takes out an entry, together with its id: the one that is kept is equal to the one that is
  /// asked for, but need not be the same object.
  private func take(_ id: AnyHashable) -> (key: AnyHashable, value: [Int: Weak<AnyCancellable>])? {
    tokens.index(forKey: id).map { tokens.remove(at: $0) }
  }

  /// Whether an effect of that id has neither ended nor been cancelled.
  func isRunning(_ id: AnyHashable) -> Bool {
    tokens[id]?.contains { $0.value.object?.connection.isOpen == true } == true
  }

  private func sweep() {
    let before = tokens
    // Each of them may be let go of on another thread, and then be released here.
    var left: [AnyCancellable] = []
    let after = before.compactMapValues { tokens in
      let running = tokens.filter { _, token in
        guard let token = token.object else { return false }
        left.append(token)
        return true
      }
      return running.isEmpty ? nil : running
    }
    tokens = after
    count = left.count
    limit = max(32, 2 * count)
    withExtendedLifetime((before, left)) {}
  }
}
