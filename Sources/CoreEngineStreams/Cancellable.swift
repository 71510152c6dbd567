/// Something that can be stopped before its end.
public protocol Cancellable {
  /// Stops it. A second call does nothing.
  func cancel()
}
