import CoreEngineStreams

extension Publisher where Failure == any Error {
  /// Says that every error is a `Failed`, so that histories can be compared.
  func asFailed() -> Publishers.MapError<Self, Failed> {
    mapError { $0 as! Failed }
  }
}
