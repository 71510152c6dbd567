import Foundation
import Measuring

/// Measures one workload: a round measures each contender once, and who is first changes.
struct Runner {
  var rounds: Int?

  private static let usualRounds = 15
  private static let budget = Duration.seconds(2.5)

  func measure(_ workload: Workload) async throws -> Outcome {
    let contenders = workload.contenders()
    var samples = [Samples](repeating: Samples(), count: contenders.count)
    let isMemory = workload.unit == .bytes
    // Once to warm up; a child process has no use for that.
    if !isMemory, workload.fewestRounds > 1 {
      for contender in contenders { _ = try await figure(contender, 1) }
    }
    let start = ContinuousClock.now
    var round = 0
    while !isDone(round, of: workload, since: start) {
      for turn in contenders.indices {
        let index = (turn + round) % contenders.count
        samples[index].values.append(try await figure(contenders[index], workload.operations))
      }
      round += 1
    }
    return Outcome(
      workload: workload.name, unit: workload.unit, operations: workload.operations,
      ours: samples[0],
      limits: zip(contenders, samples).dropFirst().map {
        Outcome.Limit(name: $0.name, samples: $1, atMost: $0.atMost)
      },
      atMost: workload.atMost)
  }

  private func isDone(
    _ round: Int, of workload: Workload, since start: ContinuousClock.Instant
  ) -> Bool {
    if let rounds { return round >= rounds }
    if workload.unit == .bytes { return round >= 1 }
    if round >= Self.usualRounds { return true }
    return round >= workload.fewestRounds && .now - start > Self.budget
  }

  private func figure(_ contender: Workload.Contender, _ operations: Int) async throws -> Double {
    let whole: Double
    switch contender.effort {
    case .sync(let body): whole = ContinuousClock().measure(body).nanoseconds
    case .async(let body): whole = await Task.detached(operation: body).value.nanoseconds
    case .main(let body): whole = await body().nanoseconds
    case .memory(let probe): whole = Double(try Child.run(probe.name))
    }
    return whole / Double(operations)
  }
}

extension Duration {
  var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}
