extension Publisher where Failure == Never {
  /// Sets a property of an object to each value.
  ///
  ///     input   --1--2--|
  ///     assign(to: \.number, on: object)
  ///     number  --1--2
  ///
  /// The object is held weakly; once it is gone, the subscription ends.
  ///
  /// - Parameters:
  ///   - keyPath: The property to set.
  ///   - object: Whose property it is.
  /// - Returns: The subscription, which ends when this is cancelled or released.
  public func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root
  ) -> AnyCancellable {
    let connection = Connection()
    receive(
      subscriber: Subscribers.Assign(connection: connection, object: object, keyPath: keyPath))
    return AnyCancellable(connection)
  }
}

extension Subscribers {
  /// A class, for its weak reference to be had by all copies of a pipeline.
  final class Assign<Root: AnyObject, Input>: Subscriber {
    private let connection: Connection
    private weak var object: Root?
    private let keyPath: ReferenceWritableKeyPath<Root, Input>

    init(
      connection: Connection, object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>
    ) {
      self.connection = connection
      self.object = object
      self.keyPath = keyPath
    }

    func receive(subscription: any Subscription) {
      connection.connect(subscription)
    }

    func receive(_ input: Input) -> Bool {
      guard connection.isOpen else { return false }
      guard let object else {
        connection.cancel()
        return false
      }
      object[keyPath: keyPath] = input
      return connection.isOpen
    }

    func receive(completion: Completion<Never>) {
      _ = connection.finish()
    }
  }
}
