/// What belongs to subscribers.
public enum Subscribers {
  /// How a publisher ended.
  @frozen
  public enum Completion<Failure: Error> {
    /// It had no more values.
    case finished

    /// It failed with this error.
    case failure(Failure)
  }
}

extension Subscribers.Completion: Sendable {}

extension Subscribers.Completion: Equatable where Failure: Equatable {}

extension Subscribers.Completion: Hashable where Failure: Hashable {}
