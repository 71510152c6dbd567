import CoreEngine
import Synchronization

/// A core that keeps its state in a stored property.
final class StoredCore: Core {
  var state = Count()

  func reduce(state: Count, action: Step) -> Count { state.after(action) }
}

/// A core whose state is published.
final class PublishedCore: Core {
  @Published var state = Count()

  func reduce(state: Count, action: Step) -> Count { state.after(action) }
}

/// The same with effects.
final class CountingPublisherCore: PublisherCore {
  @Published var state = Count()
  var subscription: Set<AnyCancellable> = []

  func reduce(state: Count, action: Step) -> Count { state.after(action) }
}

/// A core that changes its state where it is.
final class InPlaceCore: Core, InPlaceReducer {
  var state = Count()

  func reduce(into state: inout Count, action: Step) { state = state.after(action) }
}

/// The limit: an object that counts.
final class PlainCounter {
  var state = Count()

  @inline(never)
  func action(_ step: Step) { state = state.after(step) }
}

/// The limit of a core that can be observed: a lock, a stored closure, and a list of listeners.
final class PlainStore {
  private let lock = Mutex(())
  private let reduce: (Count, Step) -> Count
  private var listeners: [(Count) -> Void] = []
  var state = Count()

  init(reduce: @escaping (Count, Step) -> Count) { self.reduce = reduce }

  @inline(never)
  func action(_ step: Step) {
    lock.withLock { _ in
      state = reduce(state, step)
      for listener in listeners { listener(state) }
    }
  }
}
