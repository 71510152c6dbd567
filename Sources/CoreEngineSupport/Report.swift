#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#elseif canImport(WASILibc)
  internal import WASILibc
#elseif canImport(ucrt)
  internal import ucrt
#endif

/// Tells the developer of an error that nobody handles: one line on standard error, in debug builds
/// only.
///
/// - Parameters:
///   - error: The error.
///   - core: The type of the core whose `handleError` is missing.
package func reportUnhandled(_ error: any Error, in core: Any.Type) {
  #if DEBUG
    report(
      """
      CoreEngine: \(core) has no handleError(error:), so this error of an effect or action was \
      ignored: \(error)
      """)
  #endif
}

/// Writes a line, or several, to standard error.
package func report(_ text: String) {
  (text + "\n").utf8.withContiguousStorageIfAvailable { bytes in
    _ = write(2, bytes.baseAddress, .init(bytes.count))
  }
}
