import Foundation

/// A function of the C library that Swift does not import.
private func function<Signature>(_ name: String, _: Signature.Type) -> Signature? {
  dlsym(nil, name).map { unsafeBitCast($0, to: Signature.self) }
}

/// How much memory this process has in use, in kilobytes.
func residentMemory() -> Int {
  // What has been freed is not in use, though glibc's allocator may keep it.
  _ = function("malloc_trim", (@convention(c) (Int) -> Int32).self)?(0)
  #if os(Linux)
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(
      separator: " ")
    guard let fields, fields.count > 1, let pages = Int(fields[1]) else { return 0 }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE))) / 1024
  #else
    var usage = mach_task_basic_info()
    var count = mach_msg_type_number_t(MemoryLayout.size(ofValue: usage) / MemoryLayout<Int32>.size)
    let result = withUnsafeMutablePointer(to: &usage) { pointer in
      pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
        task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
      }
    }
    return result == KERN_SUCCESS ? Int(usage.resident_size) / 1024 : 0
  #endif
}

/// Lets the processes that this one starts have stacks of so many kilobytes, the main thread's and
/// those that the system makes.
///
/// - Returns: Whether that is possible.
func limitStacks(to kilobytes: Int) -> Bool {
  #if canImport(Glibc)
    let resource = __rlimit_resource_t(RLIMIT_STACK.rawValue)
  #else
    let resource = RLIMIT_STACK
  #endif
  var limit = rlimit()
  guard getrlimit(resource, &limit) == 0 else { return false }
  limit.rlim_cur = rlim_t(kilobytes * 1024)
  return setrlimit(resource, &limit) == 0
}

/// The cores that this process may use, a bit for each; `nil` where the system does not say.
private func allowedCores() -> [UInt8]? {
  #if os(Linux)
    let get = function(
      "sched_getaffinity", (@convention(c) (Int32, Int, UnsafeMutableRawPointer) -> Int32).self)
    var allowed = [UInt8](repeating: 0, count: 128)
    return get?(0, allowed.count, &allowed) == 0 ? allowed : nil
  #else
    return nil
  #endif
}

/// How many cores this process may use.
func countCores() -> Int? {
  allowedCores().map { $0.reduce(0) { $0 + $1.nonzeroBitCount } }
}

/// Lets this process, and those that it starts, use so many of the cores that it may use.
///
/// - Returns: Whether there are as many.
func limitCores(to count: Int) -> Bool {
  #if os(Linux)
    guard
      var allowed = allowedCores(),
      let set = function(
        "sched_setaffinity", (@convention(c) (Int32, Int, UnsafeRawPointer) -> Int32).self)
    else { return false }
    var left = count
    for index in allowed.indices {
      for bit in 0..<8 where allowed[index] & (1 << bit) != 0 {
        if left > 0 { left -= 1 } else { allowed[index] &= ~(1 << bit) }
      }
    }
    return left == 0 && set(0, allowed.count, allowed) == 0
  #else
    return false
  #endif
}
