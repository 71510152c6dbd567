import CoreEngineSync

// A small reactive layer as somebody else might build it on `Core`: signals, a bag that ends
// subscriptions, a property wrapper that signals its changes, and a core that takes effects.

/// Sends values to whoever has subscribed.
final class Signal<Value> {
  private typealias Subscriber = (value: (Value) -> Void, error: (any Error) -> Void)

  private var entries: [Int: Subscriber] = [:]
  private var nextKey = 0

  var subscribers: Int { entries.count }

  func subscribe(
    onNext: @escaping (Value) -> Void, onError: @escaping (any Error) -> Void = { _ in }
  ) -> Disposable {
    let key = nextKey
    nextKey += 1
    entries[key] = (onNext, onError)
    return Disposable { [weak self] in self?.entries[key] = nil }
  }

  func send(_ value: Value) {
    for (_, entry) in entries.sorted(by: { $0.key < $1.key }) { entry.value(value) }
  }

  func fail(_ error: any Error) {
    let ended = entries.sorted { $0.key < $1.key }
    entries = [:]
    for (_, entry) in ended { entry.error(error) }
  }
}

struct Disposable {
  let dispose: () -> Void

  func disposed(by bag: Bag) { bag.contents.append(self) }
}

/// Ends the subscriptions in it when it is released.
final class Bag {
  fileprivate var contents: [Disposable] = []

  deinit {
    for disposable in contents { disposable.dispose() }
  }
}

/// A property whose changes are signalled by its projection.
@propertyWrapper
final class Mirrored<Value> {
  let projectedValue = Signal<Value>()

  var wrappedValue: Value {
    didSet { projectedValue.send(wrappedValue) }
  }

  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

/// A core that takes actions from signals.
protocol SignalCore<State, Action>: Core {
  var bag: Bag { get }

  func handleError(error: any Error)
}

extension SignalCore {
  func mutate(effect: Signal<Action>) {
    effect.subscribe(
      onNext: { [weak self] in self?.action($0) },
      onError: { [weak self] in self?.handleError(error: $0) }
    ).disposed(by: bag)
  }
}
