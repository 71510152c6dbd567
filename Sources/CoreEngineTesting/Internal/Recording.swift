internal import CoreEngineSupport

/// What has been told, in order, for as many as want to read it.
final class Recording<Element: Sendable>: Sendable {
  private struct State: Sendable {
    var elements: [Element] = []
    /// Why there will be no more.
    var end: String?
    var watchers: [ObjectIdentifier: Patience] = [:]
  }

  private let state = Locked(State())

  var elements: [Element] { state.withLock { $0.elements } }

  func append(_ element: Element) {
    let watchers = state.withLock { state in
      state.elements.append(element)
      return state.watchers
    }
    for watcher in watchers.values { watcher.tell() }
  }

  /// Says that there will be no more.
  func end(_ reason: String) {
    let watchers = state.withLock { state in
      state.end = reason
      return state.watchers
    }
    for watcher in watchers.values { watcher.end(.isOver(reason)) }
  }

  var source: Source<Element> {
    Source(
      history: { self.elements },
      watch: { patience in
        let id = ObjectIdentifier(patience)
        let end = self.state.withLock { state in
          state.watchers[id] = patience
          return state.end
        }
        if let end { patience.end(.isOver(end)) }
        return {
          let watcher = self.state.withLock { $0.watchers.removeValue(forKey: id) }
          withExtendedLifetime(watcher) {}
        }
      })
  }
}
