#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Chosen before the first input, by `--target=`.
nonisolated(unsafe) private var target = Target.streams

@_cdecl("LLVMFuzzerInitialize")
func initialize(
  _ count: UnsafePointer<CInt>,
  _ arguments: UnsafePointer<UnsafePointer<UnsafePointer<CChar>?>?>
) -> CInt {
  let all = (0..<Int(count.pointee)).compactMap {
    arguments.pointee?[$0].map(String.init(cString:))
  }
  let names = all.compactMap { $0.hasPrefix("--target=") ? String($0.dropFirst(9)) : nil }
  guard names.count == 1, let chosen = Target(rawValue: names[0]) else {
    print("Say which: --target=\(Target.allCases.map(\.rawValue).joined(separator: "|"))")
    exit(2)
  }
  target = chosen
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  if let fault = target.fault(of: UnsafeBufferPointer(start: data, count: size)) {
    print(fault.replacing("fuzz.", with: ""))
    fflush(nil)
    abort()
  }
  return 0
}
