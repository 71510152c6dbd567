import CoreEngineStreams

extension Publisher where Output == Int {
  /// The same, not to become part of a row.
  func asItIs() -> Publishers.Map<Self, Int> { map { $0 } }
}
