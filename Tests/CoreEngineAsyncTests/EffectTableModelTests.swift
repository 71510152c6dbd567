import TestSupport
import Testing

@testable import CoreEngineAsync

/// The table against a list that is searched from the beginning each time.
@Suite(.timeLimit(.minutes(10))) struct EffectTableModelTests {
  private struct Model {
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

  private static let policies: [AsyncEffectPolicy] = [
    .concurrent, .cancelPrevious, .ignoreIfRunning, .queue, .debounce(.zero),
  ]

  /// Ids that share hash values.
  private func lookUp(_ id: Int, in table: NamedTable) -> NamedTable.Lookup {
    table.lookUp(id, hash: id % 2)
  }

  /// The same in order of names: all are cancelled in that of their places.
  private func sorted(_ cancelled: NamedTable.Cancelled) -> String {
    NamedTable.Cancelled(running: cancelled.running.sorted(), waiting: cancelled.waiting.sorted())
      .description
  }

  @Test(arguments: 0..<25 as Range<UInt64>)
  func `The table does what the list does`(seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var table = NamedTable()
    var model = Model()
    var places: [(name: String, place: NamedTable.Place)] = []
    var stale: [Int: NamedTable.Lookup] = [:]
    let ids = 1 + Int(seed % 5)
    // Some runs fill up, others are mostly empty.
    let leaving = 3 + Int(seed % 4)
    for step in 0..<400 {
      let id = Int.random(in: 0..<ids, using: &random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0..<5:
        let name = "e\(1_000 + step)"
        let policy = Self.policies.randomElement(using: &random) ?? .concurrent
        let hasID = Int.random(in: 0..<6, using: &random) > 0
        var arrival = table.add(name, policy, hasID ? stale[id] ?? lookUp(id, in: table) : nil)
        if case .lookAgain = arrival { arrival = table.add(name, policy, lookUp(id, in: table)) }
        let expected = model.add(name, policy, hasID ? id : nil)
        try #require(arrival.description == expected)
        switch arrival {
        case .start(let place, _), .wait(let place): places.append((name, place))
        case .refuse, .lookAgain: break
        }
        stale[id] = Bool.random(using: &random) ? lookUp(id, in: table) : nil
      case 5..<(5 + leaving):
        // Whoever runs ends; some places are long gone.
        guard let (name, place) = places.randomElement(using: &random) else { break }
        if model.entries.contains(where: { $0.name == name && $0.isWaiting }) { break }
        let removed = table.remove(place)
        try #require(removed.next == model.remove(name))
      case 9:
        let group = lookUp(id, in: table).group ?? stale[id]?.group
        let cancelled = group.map { table.cancel($0).description } ?? ""
        let expected = model.cancel { $0.id == id }
        try #require(cancelled == expected)
      case 10:
        if Int.random(in: 0..<4, using: &random) == 0 {
          let cancelled = step > 370 ? table.close() : table.cancelAll()
          if step > 370 { model.isClosed = true }
          try #require(sorted(cancelled) == model.cancel { _ in true })
        }
      default:
        guard let (name, place) = places.randomElement(using: &random) else { break }
        let expected = model.cancel { $0.name == name }
        try #require(table.cancel(place).description == expected)
      }
      try #require(table.description == model.description)
      try #require(table.count == model.entries.count)
      if places.count > 60 { places.removeFirst(30) }
    }
  }
}
