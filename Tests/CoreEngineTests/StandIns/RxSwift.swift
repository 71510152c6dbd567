// What the documents' RxSwift examples need of RxSwift, built on CoreEngine's publishers.

import CoreEngine

enum Event<Element> {
  case next(Element)
  case error(any Error)
  case completed
}

protocol ObserverType<Element> {
  associatedtype Element
  func on(_ event: Event<Element>)
}

protocol ObservableType<Element> {
  associatedtype Element
  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element
}

protocol Disposable {
  func dispose()
}

extension Disposable {
  func disposed(by bag: DisposeBag) { bag.insert(self) }
}

extension AnyCancellable: Disposable {
  func dispose() { cancel() }
}

final class DisposeBag {
  private var disposables: [any Disposable] = []

  func insert(_ disposable: any Disposable) { disposables.append(disposable) }

  deinit {
    for disposable in disposables { disposable.dispose() }
  }
}

class Observable<Element>: ObservableType {
  fileprivate let publisher: AnyPublisher<Element, any Error>

  fileprivate init(_ publisher: AnyPublisher<Element, any Error>) { self.publisher = publisher }

  static func from(_ elements: [Element]) -> Observable {
    Observable(elements.publisher.setFailureType(to: (any Error).self).eraseToAnyPublisher())
  }

  static func error(_ error: any Error) -> Observable {
    Observable(Fail(error: error).eraseToAnyPublisher())
  }

  func asObservable() -> Observable { Observable(publisher) }

  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subscribe(
      onNext: { observer.on(.next($0)) }, onError: { observer.on(.error($0)) },
      onCompleted: { observer.on(.completed) })
  }

  func subscribe(
    onNext: @escaping (Element) -> Void, onError: @escaping (any Error) -> Void = { _ in },
    onCompleted: @escaping () -> Void = {}
  ) -> any Disposable {
    publisher.sink(
      receiveCompletion: { completion in
        switch completion {
        case .finished: onCompleted()
        case .failure(let error): onError(error)
        }
      }, receiveValue: onNext)
  }
}

final class BehaviorSubject<Element>: Observable<Element> {
  private let subject: CurrentValueSubject<Element, any Error>

  init(value: Element) {
    subject = CurrentValueSubject(value)
    super.init(subject.eraseToAnyPublisher())
  }

  func onNext(_ element: Element) { subject.send(element) }

  func onError(_ error: any Error) { subject.send(completion: .failure(error)) }
}
