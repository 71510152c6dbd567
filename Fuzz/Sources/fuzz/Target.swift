import FuzzAsync
import FuzzSymbols

/// What is fuzzed.
enum Target: String, CaseIterable {
  case streams
  case async
  case machines
  case symbols

  /// Runs an input.
  ///
  /// - Returns: What is wrong, if anything is.
  func fault(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
    switch self {
    case .streams: StreamsWorld.difference { ByteChooser(bytes) }
    case .machines: Machines.fault { ByteChooser(bytes) }
    case .async: AsyncWorld.fault(ByteChooser(bytes))
    case .symbols: SymbolGraphs.fault(of: bytes, ByteChooser(bytes))
    }
  }
}
