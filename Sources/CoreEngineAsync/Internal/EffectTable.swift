/// Decides which effects of a core start, wait, or never start, and keeps those that have not
/// ended.
///
/// | policy            | nobody of that id | somebody of that id                          |
/// |-------------------|-------------------|----------------------------------------------|
/// | `concurrent`      | start             | start                                        |
/// | `cancelPrevious`  | start             | cancel all, start                            |
/// | `debounce`        | start (its timer) | cancel all, start (its timer)                |
/// | `ignoreIfRunning` | start             | refuse; start if all of them are cancelled   |
/// | `queue`           | start             | wait until all that came before it have left |
///
/// Those of one id are linked in the order in which they came. One that waits starts when it is the
/// first of them.
///
/// It is a value without a lock: whoever owns one guards it. It never compares ids, which would
/// call out: its owner looks a group up first, and adds to it then.
struct EffectTable<Effect> {
  /// Where an effect is.
  struct Place: Equatable {
    let index: Int
    let number: Int
  }

  struct Entry {
    let effect: Effect
    let number: Int
    let group: EffectGroup?
    var previous: Int?
    var next: Int?
    var isWaiting: Bool
    var isCancelled = false
  }

  /// The group of an id, if it has one, and the groups among which it was looked for.
  struct Lookup {
    let id: any Hashable & Sendable
    let hash: Int
    let seen: [EffectGroup]
    let group: EffectGroup?
  }

  /// Who has to be stopped.
  struct Cancelled {
    /// They run, and will leave when they have ended.
    var running: [Effect] = []
    /// They waited, and have left.
    var waiting: [Effect] = []
  }

  /// What has been taken out.
  struct Removed {
    /// Who has to start now.
    var next: Effect?
    /// To be released, with the id of its group, when nothing is locked.
    var entry: Entry?
  }

  enum Arrival {
    case start(Place, Cancelled)
    case wait(Place)
    case refuse
    /// The id has come or gone since the lookup.
    case lookAgain
  }

  private var places: ContiguousArray<Entry?> = []
  private var free: [Int] = []
  private var groups: [Int: [EffectGroup]] = [:]
  private var lastNumber = 0
  private var isClosed = false

  /// How many have not left.
  private(set) var count = 0

  /// Those that have not left, in no order. Those who came earlier have lower numbers.
  ///
  /// - Complexity: O(n), where n is the most that were ever there at once since it was empty.
  var entries: [Entry] { places.compactMap(\.self) }

  /// The groups whose ids have that hash value: look among them.
  func groups(hash: Int) -> [EffectGroup] { groups[hash] ?? [] }

  /// Adds an effect.
  ///
  /// - Parameter lookup: `nil` for an effect without an id.
  mutating func add(_ effect: Effect, _ policy: AsyncEffectPolicy, _ lookup: Lookup?) -> Arrival {
    if isClosed { return .refuse }
    guard let lookup else { return .start(insert(effect, nil, isWaiting: false), Cancelled()) }
    let groups = groups(hash: lookup.hash)
    if let group = lookup.group {
      guard groups.contains(where: { $0 === group }) else { return .lookAgain }
      switch policy {
      case .concurrent:
        return .start(insert(effect, group, isWaiting: false), Cancelled())
      case .cancelPrevious, .debounce:
        let cancelled = cancel(group)
        return .start(insert(effect, group, isWaiting: false), cancelled)
      case .ignoreIfRunning:
        return hasAlive(group)
          ? .refuse : .start(insert(effect, group, isWaiting: false), Cancelled())
      case .queue:
        return .wait(insert(effect, group, isWaiting: true))
      }
    }
    guard groups.elementsEqual(lookup.seen, by: ===) else { return .lookAgain }
    let group = EffectGroup(id: lookup.id, hash: lookup.hash, first: -1)
    self.groups[lookup.hash, default: []].append(group)
    return .start(insert(effect, group, isWaiting: false), Cancelled())
  }

  /// Takes out an effect that has ended.
  mutating func remove(_ place: Place) -> Removed {
    guard let entry = self[place] else { return Removed() }
    return Removed(next: take(place.index, entry), entry: entry)
  }

  /// Cancels an effect; one that waits is taken out.
  mutating func cancel(_ place: Place) -> Cancelled {
    var cancelled = Cancelled()
    if self[place] != nil { cancel(place.index, &cancelled) }
    return cancelled
  }

  /// Cancels all of an id.
  ///
  /// - Complexity: O(n), where n is the number of those that came since they were cancelled last.
  mutating func cancel(_ group: EffectGroup) -> Cancelled {
    var cancelled = Cancelled()
    // The others of a group that has left belong to nobody any more.
    guard groups(hash: group.hash).contains(where: { $0 === group }) else { return cancelled }
    var index = group.firstAlive
    while index >= 0, let entry = places[index] {
      cancel(index, &cancelled)
      index = entry.next ?? -1
    }
    group.firstAlive = -1
    return cancelled
  }

  /// Cancels all, in the order of their places.
  mutating func cancelAll() -> Cancelled {
    var cancelled = Cancelled()
    for index in places.indices { cancel(index, &cancelled) }
    return cancelled
  }

  /// Cancels all and refuses those to come: the core is gone.
  mutating func close() -> Cancelled {
    isClosed = true
    return cancelAll()
  }

  // MARK: Places

  private subscript(place: Place) -> Entry? {
    guard places.indices.contains(place.index), let entry = places[place.index],
      entry.number == place.number
    else { return nil }
    return entry
  }

  /// Whether not all of a group have been cancelled.
  private func hasAlive(_ group: EffectGroup) -> Bool {
    while group.firstAlive >= 0, let entry = places[group.firstAlive], entry.isCancelled {
      group.firstAlive = entry.next ?? -1
    }
    return group.firstAlive >= 0
  }

  private mutating func insert(
    _ effect: Effect, _ group: EffectGroup?, isWaiting: Bool
  ) -> Place {
    lastNumber += 1
    count += 1
    let index = free.popLast() ?? places.count
    if index == places.count { places.append(nil) }
    var entry = Entry(effect: effect, number: lastNumber, group: group, isWaiting: isWaiting)
    if let group {
      if group.first < 0 {
        group.first = index
      } else {
        entry.previous = group.last
        places[group.last]?.next = index
      }
      group.last = index
      if group.firstAlive < 0 { group.firstAlive = index }
    }
    places[index] = entry
    return Place(index: index, number: lastNumber)
  }

  /// Takes an effect out.
  ///
  /// - Returns: Who has to start now.
  private mutating func take(_ index: Int, _ entry: Entry) -> Effect? {
    places[index] = nil
    count -= 1
    if count == 0 {
      places.removeAll(keepingCapacity: places.count <= 64)
      free.removeAll(keepingCapacity: places.capacity > 0)
      groups = [:]
      return nil
    }
    free.append(index)
    guard let group = entry.group else { return nil }
    if let previous = entry.previous { places[previous]?.next = entry.next }
    if let next = entry.next { places[next]?.previous = entry.previous }
    if group.last == index, let previous = entry.previous { group.last = previous }
    if group.firstAlive == index { group.firstAlive = entry.next ?? -1 }
    guard group.first == index else { return nil }
    guard let next = entry.next else {
      groups[group.hash]?.removeAll { $0 === group }
      if groups[group.hash]?.isEmpty == true { groups[group.hash] = nil }
      return nil
    }
    group.first = next
    guard places[next]?.isWaiting == true else { return nil }
    places[next]?.isWaiting = false
    return places[next]?.effect
  }

  private mutating func cancel(_ index: Int, _ cancelled: inout Cancelled) {
    guard places.indices.contains(index), let entry = places[index], !entry.isCancelled else {
      return
    }
    if entry.isWaiting {
      cancelled.waiting.append(entry.effect)
      // Never the first of its group, so nobody has to start.
      _ = take(index, entry)
    } else {
      places[index]?.isCancelled = true
      cancelled.running.append(entry.effect)
    }
  }
}

extension EffectTable: Sendable where Effect: Sendable {}
extension EffectTable.Entry: Sendable where Effect: Sendable {}
extension EffectTable.Removed: Sendable where Effect: Sendable {}
extension EffectTable.Cancelled: Sendable where Effect: Sendable {}
extension EffectTable.Arrival: Sendable where Effect: Sendable {}
extension EffectTable.Lookup: Sendable {}
extension EffectTable.Place: Sendable {}
