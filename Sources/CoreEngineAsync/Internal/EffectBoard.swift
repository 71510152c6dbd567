internal import CoreEngineSupport

/// The effects of one core: the shell around an ``EffectTable``.
final class EffectBoard: Sendable {
  private let table = Locked(EffectTable<AnyEffect>())

  /// How many effects there are. Written under the lock.
  private let size = AtomicWord(0)

  var isEmpty: Bool { size.load() == 0 }

  var effects: [RunningEffect] {
    // Not a copy of the table, for it would be changed in place once that has been read and released, and
    // the thread sanitizer does not see releases. Sorted when nothing is locked.
    let entries = table.withLock { $0.entries }.sorted { $0.number < $1.number }
    return entries.map { entry in
      RunningEffect(
        // One that has ended since then has let go of its id.
        id: entry.effect.id ?? entry.group?.id, since: entry.effect.since,
        isWaiting: entry.effect.isWaiting, isCancelled: entry.isCancelled || entry.effect.isStopped)
    }
  }

  /// Adds an effect, and starts it if it may.
  func add(_ effect: AnyEffect, _ policy: AsyncEffectPolicy) {
    while true {
      let lookup = effect.id.map(look(up:))
      let arrival = change { table in
        let arrival = table.add(effect, policy, lookup)
        switch arrival {
        case .start(let place, _), .wait(let place): effect.place = place
        case .refuse, .lookAgain: break
        }
        return arrival
      }
      switch arrival {
      case .start(_, let cancelled):
        stop(cancelled)
        return effect.start(waits: false)
      case .wait: return effect.start(waits: true)
      case .refuse: return effect.noteEnd()
      case .lookAgain: continue
      }
    }
  }

  /// Takes out an effect that has ended, and starts the one that waited for it.
  ///
  /// - Returns: Whether it was the last one.
  func remove(_ effect: AnyEffect) -> Bool {
    let (removed, isEmpty) = change { ($0.remove(effect.place), $0.count == 0) }
    removed.next?.giveTurn()
    return isEmpty
  }

  func cancel(_ effect: AnyEffect) {
    stop(change { $0.cancel(effect.place) })
  }

  func cancel(id: any Hashable & Sendable) {
    let lookup = look(up: id)
    guard let group = lookup.group else { return }
    stop(change { $0.cancel(group) })
    // As with `effects`: what was read without the lock is released when it has been held again.
    withExtendedLifetime(lookup) {}
  }

  func cancelAll() {
    stop(change { $0.cancelAll() })
  }

  func close() {
    stop(change { $0.close() })
  }

  private func change<Result>(_ body: (inout EffectTable<AnyEffect>) -> Result) -> Result {
    table.withLock { table in
      defer { size.store(UInt(table.count)) }
      return body(&table)
    }
  }

  private func look(up id: any Hashable & Sendable) -> EffectTable<AnyEffect>.Lookup {
    let key = AnyHashable(id)
    let hash = key.hashValue
    let seen = table.withLock { $0.groups(hash: hash) }
    return EffectTable.Lookup(
      id: id, hash: hash, seen: seen, group: seen.first { AnyHashable($0.id) == key })
  }

  private func stop(_ cancelled: EffectTable<AnyEffect>.Cancelled) {
    for effect in cancelled.running { effect.stop() }
    for effect in cancelled.waiting {
      effect.stop()
      effect.noteEnd()
    }
  }
}
