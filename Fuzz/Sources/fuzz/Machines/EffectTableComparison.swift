import TestSupport

@testable import CoreEngineAsync

/// An ``EffectTable`` beside an ``EffectListModel``.
enum EffectTableComparison {
  private static let policies: [AsyncEffectPolicy] = [
    .concurrent, .cancelPrevious, .ignoreIfRunning, .queue, .debounce(.zero),
  ]

  /// Runs both.
  ///
  /// - Parameter chooser: Decides what is done to them.
  /// - Returns: How they differ, if they do.
  static func difference(_ chooser: some Chooser) -> String? {
    var table = NamedTable()
    var model = EffectListModel()
    var places: [(name: String, place: NamedTable.Place)] = []
    var stale: [Int: NamedTable.Lookup] = [:]
    let ids = chooser.choose(1...5)
    // Some runs fill up, others are mostly empty.
    let leaving = chooser.choose(1...4)
    // Ids that share hash values.
    func lookUp(_ id: Int) -> NamedTable.Lookup { table.lookUp(id, hash: id % 2) }

    for step in 0..<400 {
      if chooser.isExhausted { return nil }
      let kind = chooser.choose(13)
      let id = chooser.choose(ids)
      var both = ("", "")
      switch kind {
      case 0...4:
        let name = "e\(1_000 + step)"
        let policy = chooser.choose(of: policies)
        let hasID = chooser.choose(6) > 0
        var arrival = table.add(name, policy, hasID ? stale[id] ?? lookUp(id) : nil)
        if case .lookAgain = arrival { arrival = table.add(name, policy, lookUp(id)) }
        both = (arrival.description, model.add(name, policy, hasID ? id : nil))
        switch arrival {
        case .start(let place, _), .wait(let place): places.append((name, place))
        case .refuse, .lookAgain: break
        }
        stale[id] = chooser.oneIn(2) ? lookUp(id) : nil
      case 5..<(5 + leaving):
        // Whoever runs ends; some places are long gone.
        guard !places.isEmpty else { continue }
        let (name, place) = chooser.choose(of: places)
        if model.entries.contains(where: { $0.name == name && $0.isWaiting }) { continue }
        let removed = table.remove(place)
        both = (removed.next ?? "nobody", model.remove(name) ?? "nobody")
      case 9:
        let group = lookUp(id).group ?? stale[id]?.group
        both = (group.map { table.cancel($0).description } ?? "", model.cancel { $0.id == id })
      case 10:
        guard chooser.oneIn(4) else { continue }
        let closes = chooser.oneIn(8)
        let cancelled = closes ? table.close() : table.cancelAll()
        if closes { model.isClosed = true }
        both = (sorted(cancelled), model.cancel { _ in true })
      default:
        guard !places.isEmpty else { continue }
        let (name, place) = chooser.choose(of: places)
        both = (table.cancel(place).description, model.cancel { $0.name == name })
      }
      if both.0 != both.1 { return "step \(step): \(both.0), not \(both.1)" }
      let (real, expected) = (table.description, model.description)
      if real != expected || table.count != model.entries.count {
        return "step \(step): \(table.count) of \(real), not \(expected)"
      }
      if places.count > 60 { places.removeFirst(30) }
    }
    return nil
  }

  /// The same in order of names: all are cancelled in that of their places.
  private static func sorted(_ cancelled: NamedTable.Cancelled) -> String {
    NamedTable.Cancelled(running: cancelled.running.sorted(), waiting: cancelled.waiting.sorted())
      .description
  }
}
