@testable import CoreEngineAsync

/// What an ``EffectTable`` does, with a list that is searched from the beginning each time.
struct EffectListModel {
  struct Entry {
    let name: String
    let id: Int?
    var isWaiting = false
    var isCancelled = false
  }

  var entries: [Entry] = []
  var isClosed = false

  var description: String {
    entries.map { $0.isWaiting ? "(\($0.name))" : $0.isCancelled ? "\($0.name)!" : $0.name }
      .joined(separator: " ")
  }

  mutating func add(_ name: String, _ policy: AsyncEffectPolicy, _ id: Int?) -> String {
    if isClosed { return "refuse" }
    var result = "start"
    var entry = Entry(name: name, id: id)
    let others = entries.filter { id != nil && $0.id == id }
    switch policy {
    case .concurrent: break
    case .cancelPrevious, .debounce: result += cancel { $0.id == id && id != nil }
    case .ignoreIfRunning: if others.contains(where: { !$0.isCancelled }) { return "refuse" }
    case .queue:
      if !others.isEmpty {
        entry.isWaiting = true
        result = "wait"
      }
    }
    entries.append(entry)
    return result
  }

  mutating func cancel(_ isMeant: (Entry) -> Bool) -> String {
    let stopped = entries.filter { isMeant($0) && !$0.isWaiting && !$0.isCancelled }
    let dropped = entries.filter { isMeant($0) && $0.isWaiting }
    entries.removeAll { isMeant($0) && $0.isWaiting }
    for index in entries.indices where isMeant(entries[index]) {
      entries[index].isCancelled = true
    }
    return NamedTable.Cancelled(running: stopped.map(\.name), waiting: dropped.map(\.name))
      .description
  }

  mutating func remove(_ name: String) -> String? {
    guard let index = entries.firstIndex(where: { $0.name == name }) else { return nil }
    let id = entries.remove(at: index).id
    guard id != nil, let first = entries.firstIndex(where: { $0.id == id }),
      entries[first].isWaiting
    else { return nil }
    entries[first].isWaiting = false
    return entries[first].name
  }
}
