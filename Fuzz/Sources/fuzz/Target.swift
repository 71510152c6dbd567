/// What is fuzzed.
enum Target: String, CaseIterable {
  case streams
  case async
  case machines

  /// Runs an input.
  ///
  /// - Returns: What is wrong, if anything is.
  func fault(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
    switch self {
    case .streams: StreamsWorld.difference { ByteChooser(bytes) }
    case .machines: Machines.fault { ByteChooser(bytes) }
    case .async: AsyncWorld.fault(ByteChooser(bytes))
    }
  }
}
