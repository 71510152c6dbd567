/// What a publisher hands to its subscriber, to end the connection between them.
///
/// It may be cancelled on any thread, during an emission too. Once `cancel()` has returned on the
/// thread that delivers, nothing more arrives; on another thread, at most the delivery that is
/// already running finishes.
public protocol Subscription: AnyObject, Cancellable, Sendable {}
