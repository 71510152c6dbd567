import Foundation

extension Case {
  static let fails = Case("wrong-fails", "does not get what it expects") { (_: inout _) in
    expect(false, "as it should be")
    return 0
  }

  static let traps = Case("wrong-traps", "stops the program") { (_: inout _) in
    fatalError("as it should be")
  }

  static let overflows = Case("wrong-overflows", "takes 2 MB of a thread's stack") {
    (_: inout _) in stack(of: 512)
  }

  static let overflowsInTask = Case("wrong-overflows-in-task", "takes 2 MB of a pool's stack") {
    (_: inout _) async in stack(of: 512)
  }

  static let hangs = Case("wrong-hangs", "waits for ever") { (_: inout _) in
    DispatchSemaphore(value: 0).wait()
    return 0
  }

  static let writes = Case("wrong-writes", "writes on standard error") { (_: inout _) in
    complain("a warning")
    return 0
  }

  static let cores = Case("wrong-cores", "writes how many cores it may use on standard error") {
    (_: inout _) in
    complain("cores: \(countCores() ?? 0)")
    return 0
  }

  /// Takes so many times 4 KB of the stack.
  private static func stack(of pages: Int) -> Int {
    guard pages > 0 else { return 0 }
    return withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 16) { bytes in
      bytes.initializeMemory(as: UInt8.self, repeating: 1)
      return stack(of: pages - 1) + Int(bytes[pages])
    }
  }
}
