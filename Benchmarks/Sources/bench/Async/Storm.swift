import CoreEngine
import Foundation

extension Workload {
  /// A million sends from eight threads at once, until all have been reduced. The reducer checks that
  /// none is lost and that each sender's come in its order.
  static var storm: [Workload] {
    let senders = 8
    let each = 125_000
    return [
      Workload(name: "async/storm of 8 senders", operations: senders * each, fewestRounds: 1) {
        [
          .ours(async: {
            let core = StormCore()
            return await ContinuousClock().measure {
              let end = Latch(senders)
              startThreads(senders, each, send: { core.send($0) }, end: end)
              await end.wait()
              // After all that has been sent.
              await core.action(Storm.Action(sender: 0, number: each + 1))
              check(core.currentState.isComplete(each))
            }
          }),
          .limit(
            "batch queue, async throwing reducer",
            async: {
              let queue = BatchQueue(Storm(), StormReducer(each: each))
              return await ContinuousClock().measure {
                let end = Latch(senders)
                startThreads(senders, each, send: { queue.send($0) }, end: end)
                await end.wait()
                queue.send(Storm.Action(sender: 0, number: each + 1))
                let last = await queue.lastState()
                check(last.isComplete(each))
              }
            }),
        ]
      }
    ]
  }

  private static func startThreads(
    _ senders: Int, _ each: Int, send: @escaping @Sendable (Storm.Action) -> Void, end: Latch
  ) {
    for sender in 0..<senders {
      Thread.detachNewThread {
        for number in 1...each { send(Storm.Action(sender: sender, number: number)) }
        end.arrive()
      }
    }
  }
}

/// The last number of each sender.
private struct Storm: Equatable, Sendable {
  struct Action: Sendable {
    var sender: Int
    var number: Int
  }

  var last = SIMD8<Int>()
  var isInOrder = true

  func after(_ action: Action) -> Storm {
    var next = self
    next.isInOrder = isInOrder && last[action.sender] == action.number - 1
    next.last[action.sender] = action.number
    return next
  }

  func isComplete(_ each: Int) -> Bool {
    var expected = SIMD8(repeating: each)
    expected[0] += 1
    return isInOrder && last == expected
  }
}

private actor StormCore: AsyncCore {
  let store = AsyncCoreStore(initialState: Storm())

  @inline(never)
  func reduce(state: Storm, action: Storm.Action) async throws -> Storm { state.after(action) }
}

private struct StormReducer: BatchReducer {
  var each: Int

  @inline(never)
  func reduce(_ state: Storm, _ action: Storm.Action) async throws -> Storm { state.after(action) }

  func isLast(_ state: Storm) -> Bool { state.last[0] == each + 1 }
}
