/// An error as the one that it is.
///
/// By way of `Any`: where `Failure` is `any Error`, converting it at once would wrap it again.
func unwrapped<Failure: Error>(_ error: Failure) -> any Error {
  (error as Any) as! any Error
}
