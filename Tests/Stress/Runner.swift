import CoreEngineTesting
import Foundation
import TestSupport

/// Runs rounds of cases in this process.
struct Runner {
  /// How large the stack of a case's thread is, in kilobytes.
  let stack: Int
  private(set) var random: SplitMix
  private(set) var rounds = 0
  private(set) var operations = 0

  init(stack: Int, seed: UInt64) {
    self.stack = stack
    random = SplitMix(seed: seed)
  }

  @MainActor mutating func round(of case: Case) async {
    var own = SplitMix(seed: random.next())
    switch `case`.body {
    case .task(let body):
      operations += await body(&own)
      // Tasks of a core may end after what they did is seen.
      await liveCores.falls(to: 0)
    case .thread(let body):
      let counts = Log<Int>()
      onThreads(1, stackSize: stack * 1024) { [own] _ in
        var own = own
        counts.append(body(&own))
      }
      operations += counts.values[0]
    }
    rounds += 1
  }

  /// Repeats a case until so many seconds are over; at least once.
  @MainActor mutating func run(_ case: Case, seconds: Int) async {
    let start = ContinuousClock.now
    repeat { await round(of: `case`) } while start.duration(to: .now) < .seconds(seconds)
    let time = start.duration(to: .now) / .milliseconds(1)
    print(
      "\(`case`.name): \(rounds) rounds, \(operations) operations, "
        + String(format: "%.1f s", time / 1_000))
  }

  /// Repeats all cases, in ever another order, and looks at the memory meanwhile.
  ///
  /// - Returns: Whether the memory stayed as it was.
  @MainActor mutating func soak(seconds: Int, every: Int) async -> Bool {
    let start = ContinuousClock.now
    var next = start
    var watch = MemoryWatch()
    var passes = 0
    repeat {
      for item in Case.all.shuffled(using: &random) {
        await round(of: item)
        // What the first pass has left is no growth.
        guard passes > 0, ContinuousClock.now >= next else { continue }
        next = .now.advanced(by: .seconds(every))
        let time = Int(start.duration(to: .now) / .seconds(1))
        let kilobytes = residentMemory()
        print("\(time) s: \(operations) operations, \(kilobytes / 1024) MB resident")
        fflush(nil)
        if let growth = watch.growth(at: kilobytes) {
          complain("The memory has grown by \(growth / 1024) MB since the first readings.")
          return false
        }
      }
      passes += 1
    } while start.duration(to: .now) < .seconds(seconds)
    return true
  }
}
