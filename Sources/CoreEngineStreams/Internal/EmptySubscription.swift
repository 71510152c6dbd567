/// The subscription of a publisher that has nothing to stop.
@usableFromInline
struct EmptySubscription: Subscription {
  @inlinable
  init() {}

  @inlinable
  func cancel() {}
}
