extension Subscribers.Completion {
  /// The same end, of a publisher that may fail with any error.
  @usableFromInline
  var erased: Subscribers.Completion<any Error> {
    switch self {
    case .finished: .finished
    // By way of `Any`: where `Failure` is `any Error`, converting it at once would wrap it again.
    case .failure(let error): .failure((error as Any) as! any Error)
    }
  }
}
