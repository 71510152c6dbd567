import CoreEngineStreams
import TestSupport

/// A publisher made by hand that keeps no rules, in a ``Program``.
struct Unruly {
  /// What it does to a subscriber.
  enum Deed: CaseIterable { case subscription, value, finish, fail }

  /// What it does to each before `receive(subscriber:)` returns.
  let atOnce: [Deed]

  /// Whether it goes on for ever, whatever has ended.
  let goesOn: Bool

  /// Whether its subscriptions send when they are cancelled.
  let sulks: Bool

  /// Whether it is made by `AnyPublisher { … }`, which puts things in order.
  let isGuarded: Bool

  /// Whether it keeps subscribers that have ended.
  var hoards: Bool { keeps && !isGuarded }

  /// Whether it keeps what it was given; else its subscription does.
  var keeps: Bool { goesOn || !atOnce.contains(.subscription) }

  /// What a subscription sends when it is cancelled, if it does.
  static let sulk: [Deed] = [.value, .finish, .value]

  static func make(by chooser: some Chooser) -> Unruly {
    Unruly(
      atOnce: (0..<chooser.choose(5)).map { _ in chooser.choose(of: Deed.allCases) },
      goesOn: chooser.oneIn(2), sulks: chooser.oneIn(2), isGuarded: chooser.oneIn(3))
  }
}

extension Unruly.Deed {
  /// What it sends.
  ///
  /// - Parameter value: The value, and the code of the error.
  func event(_ value: Int) -> Event<Int, Failed> {
    switch self {
    case .subscription: .subscription
    case .value: .value(value)
    case .finish: .finished
    case .fail: .failure(Failed(code: value))
    }
  }

  /// Sends it.
  ///
  /// - Parameters:
  ///   - subscriber: Whom to.
  ///   - value: The value, and the code of the error.
  ///   - subscription: What a subscription is.
  func callAsFunction(
    to subscriber: AnySubscriber<Int, Failed>, _ value: Int,
    subscription: () -> any Subscription
  ) {
    switch event(value) {
    case .subscription: subscriber.receive(subscription: subscription())
    case .value(let value): subscriber.receive(value)
    case .finished: subscriber.receive(completion: .finished)
    case .failure(let error): subscriber.receive(completion: .failure(error))
    }
  }
}
