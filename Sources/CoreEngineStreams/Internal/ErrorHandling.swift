internal import CoreEngineSupport

/// Calls `handleError`, never from inside itself.
///
/// A core that answers an error with an effect that fails at once would otherwise go one level
/// deeper with each retry. While a core is in `handleError`, further errors of it wait.
enum ErrorHandling {
  /// The errors that wait, by core. A core is in here while its `handleError` runs; it lives in one
  /// isolation domain, so whatever fails meanwhile was begun by that call.
  private static let waiting = Locked<[ObjectIdentifier: [any Error]]>([:])

  /// Hands an error to a core, or leaves it to the call that is already running.
  ///
  /// - Parameters:
  ///   - error: The error of an effect.
  ///   - core: The core, as long as it lives: one that is released while it handles errors gets no
  ///     more of them.
  static func handle<Target: PublisherCore>(_ error: any Error, for core: () -> Target?) {
    var errors = Ring<any Error>()
    errors.append(error)
    while let error = errors.popFirst(), handle(error, for: core(), appendingTo: &errors) {}
  }

  /// - Returns: Whether there may be more to do.
  private static func handle(
    _ error: any Error, for core: (some PublisherCore)?, appendingTo errors: inout Ring<any Error>
  ) -> Bool {
    guard let core else { return false }
    let id = ObjectIdentifier(core)
    let isOutermost = waiting.withLock { waiting in
      if waiting[id] == nil {
        waiting[id] = []
        return true
      }
      waiting[id]?.append(error)
      return false
    }
    guard isOutermost else { return false }
    core.handleError(error: error)
    // Taken out before the core is let go of: another one may then have the same address.
    for error in waiting.withLock({ $0.removeValue(forKey: id) }) ?? [] { errors.append(error) }
    return true
  }
}
