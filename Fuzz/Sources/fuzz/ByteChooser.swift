import TestSupport

/// A chooser that the bytes of the fuzzer decide for.
final class ByteChooser: Chooser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var next = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isExhausted: Bool { next == bytes.count }

  func choose(_ count: Int) -> Int {
    if isExhausted { return 0 }
    next += 1
    return Int(bytes[next - 1]) % count
  }
}
