// The signatures of Apple's Combine that CoreEngine and its documents use, to type-check against where
// there is no such module. Nothing of this ever runs.

public import Dispatch

public struct CombineIdentifier: Hashable {}

public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { fatalError() }
}

public protocol Cancellable {
  func cancel()
}

public final class AnyCancellable: Cancellable {
  public init(_ cancel: @escaping () -> Void) { fatalError() }

  public func cancel() { fatalError() }
}

public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  func request(_ demand: Subscribers.Demand)
}

public enum Subscribers {
  public struct Demand: Comparable {
    public static var none: Demand { fatalError() }

    public static func += (lhs: inout Demand, rhs: Demand) { fatalError() }
    public static func -= (lhs: inout Demand, rhs: Int) { fatalError() }
    public static func < (lhs: Demand, rhs: Demand) -> Bool { fatalError() }
  }

  public enum Completion<Failure: Error> {
    case finished
    case failure(Failure)
  }
}

public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error

  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error

  func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input
}

public struct AnyPublisher<Output, Failure: Error>: Publisher {
  public func receive<S: Subscriber>(subscriber: S) where Failure == S.Failure, Output == S.Input {
    fatalError()
  }
}

@propertyWrapper public struct Published<Value> {
  public init(wrappedValue: Value) { fatalError() }

  public var wrappedValue: Value
}

public protocol Scheduler {}

extension DispatchQueue: Scheduler {}

extension Publisher {
  public func map<T>(_ transform: @escaping (Output) -> T) -> AnyPublisher<T, Failure> {
    fatalError()
  }

  public func receive(on scheduler: some Scheduler) -> AnyPublisher<Output, Failure> {
    fatalError()
  }

  public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { fatalError() }

  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable { fatalError() }
}
