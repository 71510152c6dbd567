import CoreEngineKernel
import CoreEngineSupport

/// The one strong reference to something, to be let go of anywhere.
final class Owner<Object: AnyObject & Sendable>: Sendable {
  private let object: Locked<Object?>

  init(_ object: Object) { self.object = Locked(object) }

  var value: Object? { object.withLock { $0 } }

  func release() { _ = object.withLock { $0.take() } }
}
