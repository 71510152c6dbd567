// What the guides use of RxSwift, with its names and meaning, for where it is not installed.

public protocol Disposable {
  func dispose()
}

extension Disposable {
  public func disposed(by bag: DisposeBag) { bag.disposables.append(self) }
}

public final class DisposeBag {
  fileprivate var disposables: [any Disposable] = []

  public init() {}

  deinit {
    for disposable in disposables { disposable.dispose() }
  }
}

public enum Disposables {
  public static func create(with dispose: @escaping () -> Void) -> any Disposable {
    AnonymousDisposable(action: dispose)
  }
}

private final class AnonymousDisposable: Disposable {
  private var action: (() -> Void)?

  init(action: @escaping () -> Void) { self.action = action }

  func dispose() {
    let action = action
    self.action = nil
    action?()
  }
}

public enum Event<Element> {
  case next(Element)
  case error(any Error)
  case completed
}

public struct AnyObserver<Element> {
  fileprivate let handler: (Event<Element>) -> Void

  public func onNext(_ element: Element) { handler(.next(element)) }
  public func onError(_ error: any Error) { handler(.error(error)) }
  public func onCompleted() { handler(.completed) }
}

public class Observable<Element> {
  private let make: (AnyObserver<Element>) -> any Disposable

  fileprivate init(make: @escaping (AnyObserver<Element>) -> any Disposable) { self.make = make }

  public static func create(
    _ subscribe: @escaping (AnyObserver<Element>) -> any Disposable
  ) -> Observable<Element> {
    Observable(make: subscribe)
  }

  public func subscribe(
    onNext: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil,
    onCompleted: (() -> Void)? = nil
  ) -> any Disposable {
    make(
      AnyObserver { event in
        switch event {
        case .next(let element): onNext?(element)
        case .error(let error): onError?(error)
        case .completed: onCompleted?()
        }
      })
  }

  public func map<Result>(_ transform: @escaping (Element) -> Result) -> Observable<Result> {
    Observable<Result> { observer in
      self.subscribe(
        onNext: { observer.onNext(transform($0)) }, onError: { observer.onError($0) },
        onCompleted: { observer.onCompleted() })
    }
  }
}

extension Observable {
  public var values: AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { continuation in
      nonisolated(unsafe) let disposable = self.subscribe(
        onNext: { element in
          nonisolated(unsafe) let element = element
          continuation.yield(element)
        }, onError: { continuation.finish(throwing: $0) }, onCompleted: { continuation.finish() })
      continuation.onTermination = { if case .cancelled = $0 { disposable.dispose() } }
    }
  }
}

public final class PublishSubject<Element>: Observable<Element> {
  private final class Observers {
    var all: [Int: AnyObserver<Element>] = [:]
    var count = 0
  }

  private let observers: Observers

  public init() {
    let observers = Observers()
    self.observers = observers
    super.init { observer in
      let id = observers.count
      observers.count += 1
      observers.all[id] = observer
      return Disposables.create { observers.all[id] = nil }
    }
  }

  public func onNext(_ element: Element) {
    for observer in observers.all.values { observer.onNext(element) }
  }

  public func onError(_ error: any Error) {
    for observer in observers.all.values { observer.onError(error) }
  }

  public func onCompleted() {
    for observer in observers.all.values { observer.onCompleted() }
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  public func asObservable() -> Observable<Element> {
    .create { observer in
      nonisolated(unsafe) let observer = observer
      let task = Task {
        do {
          for try await element in self { observer.onNext(element) }
          observer.onCompleted()
        } catch {
          observer.onError(error)
        }
      }
      return Disposables.create { task.cancel() }
    }
  }
}
