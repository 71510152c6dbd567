import CoreEngine

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
  private(set) var state = Count()

  @inline(never)
  func increase() { state.count += 1 }
}
