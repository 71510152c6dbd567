import Foundation

/// Runs a body on so many threads at once, and returns when all have finished.
///
/// - Parameters:
///   - count: How many threads.
///   - stackSize: The size of each one's stack, in bytes.
///   - body: What each does; its argument counts the threads from 0.
public func onThreads(
  _ count: Int, stackSize: Int = 512 * 1024, _ body: @escaping @Sendable (Int) -> Void
) {
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    let thread = Thread {
      body(index)
      group.leave()
    }
    thread.stackSize = stackSize
    thread.start()
  }
  group.wait()
}
