extension Publisher {
  /// Calls closures with what this publisher publishes.
  ///
  ///     input   --1--2--|
  ///     sink(receiveCompletion: end, receiveValue: take)
  ///     calls   --take(1)--take(2)--end(finished)
  ///
  /// The closures keep the isolation that they were written in. Both are released when the
  /// subscription ends, whether by itself or by being cancelled.
  ///
  /// - Parameters:
  ///   - receiveCompletion: Called once at the end, unless cancelled before.
  ///   - receiveValue: Called with each value.
  /// - Returns: The subscription, which ends when this is cancelled or released.
  @inlinable
  public func sink(
    receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    receiveValue: @escaping (Output) -> Void
  ) -> AnyCancellable {
    let connection = Connection()
    receive(
      subscriber: Subscribers.Sink(
        connection: connection, receiveCompletion: receiveCompletion, receiveValue: receiveValue))
    return AnyCancellable(connection)
  }
}

extension Publisher where Failure == Never {
  /// Calls a closure with each value of a publisher that cannot fail.
  ///
  /// The closure keeps the isolation that it was written in, and is released when the subscription
  /// ends, whether by itself or by being cancelled.
  ///
  /// - Parameter receiveValue: Called with each value.
  /// - Returns: The subscription, which ends when this is cancelled or released.
  @inlinable
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
    sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
  }
}

extension Subscribers {
  @frozen
  @usableFromInline
  struct Sink<Input, Failure: Error>: Subscriber {
    @usableFromInline let connection: Connection
    @usableFromInline let receiveCompletion: (Completion<Failure>) -> Void
    @usableFromInline let receiveValue: (Input) -> Void

    @inlinable
    init(
      connection: Connection, receiveCompletion: @escaping (Completion<Failure>) -> Void,
      receiveValue: @escaping (Input) -> Void
    ) {
      self.connection = connection
      self.receiveCompletion = receiveCompletion
      self.receiveValue = receiveValue
    }

    @inlinable
    func receive(subscription: any Subscription) {
      connection.connect(subscription)
    }

    @inlinable
    func receive(_ input: Input) -> Bool {
      guard connection.isOpen else { return false }
      receiveValue(input)
      return connection.isOpen
    }

    @inlinable
    func receive(completion: Completion<Failure>) {
      if connection.finish() { receiveCompletion(completion) }
    }
  }
}
