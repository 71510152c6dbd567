@testable import CoreEngineAsync

typealias NamedTable = EffectTable<String>

extension EffectTable<String> {
  /// What is there, in order: `a` runs, `a!` has been cancelled, `(a)` waits.
  var description: String {
    entries.sorted { $0.number < $1.number }.map { entry in
      entry.isWaiting ? "(\(entry.effect))" : entry.isCancelled ? "\(entry.effect)!" : entry.effect
    }.joined(separator: " ")
  }

  /// Looks an id up, as the board does.
  func lookUp(_ id: Int, hash: Int = 0) -> Lookup {
    let seen = groups(hash: hash)
    return Lookup(id: id, hash: hash, seen: seen, group: seen.first { $0.id as? Int == id })
  }

  /// Makes a table of one id from a description.
  static func make(_ description: String, id: Int = 1) -> (Self, [String: Place]) {
    var table = Self()
    var places: [String: Place] = [:]
    for item in description.split(separator: " ") {
      let name = String(item.filter(\.isLetter))
      let policy: AsyncEffectPolicy = item.hasPrefix("(") ? .queue : .concurrent
      switch table.add(name, policy, table.lookUp(id)) {
      case .start(let place, _), .wait(let place): places[name] = place
      case .refuse, .lookAgain: break
      }
    }
    for item in description.split(separator: " ") where item.hasSuffix("!") {
      _ = places[String(item.dropLast())].map { table.cancel($0) }
    }
    return (table, places)
  }
}

extension EffectTable<String>.Arrival {
  var description: String {
    switch self {
    case .start(_, let cancelled): "start" + cancelled.description
    case .wait: "wait"
    case .refuse: "refuse"
    case .lookAgain: "look again"
    }
  }
}

extension EffectTable<String>.Cancelled {
  var description: String {
    (running.isEmpty ? "" : ", stops \(running.joined(separator: " "))")
      + (waiting.isEmpty ? "" : ", drops \(waiting.joined(separator: " "))")
  }
}
