import CoreEngineAsync
import CoreEngineStreams
import CoreEngineTesting
import Foundation

extension Case {
  @MainActor private final class MainCore: @MainActor PublisherCore {
    @Published var state = 0
    var subscription: Set<AnyCancellable> = []

    func reduce(state: Int, action: Int) -> Int { state + action }

    /// Runs effects that only the end of the core ends: publishers, and one that is a task.
    func run(holding object: LifetimeProbe.Object, _ never: AsyncStream<Int>) {
      dispatch(
        effect: AnyPublisher<Int, Never> { _ in AnyCancellable { withExtendedLifetime(object) {} } }
      )
      dispatch(
        effect: CurrentValueSubject<Int, Never>(1).map { number in
          withExtendedLifetime(object) { number }
        }, id: "current")
      dispatch(
        effect: never.map { number in withExtendedLifetime(object) { number } }, id: "task")
      $state.sink { _ in
        MainActor.assertIsolated()
        withExtendedLifetime(object) {}
      }
      .store(in: &subscription)
    }
  }

  static let otherThread = Case(
    "E-OTHERTHREAD", "cores with effects, made on the main actor, are released elsewhere"
  ) { (random: inout SplitMix) async in
    let cores = 50
    for _ in 0..<cores {
      let inTask = Bool.random(using: &random)
      await release(inTask: inTask) { object, never in
        let core = MainCore()
        core.run(holding: object, never)
        expect(core.state == 1, "the effect did not act")
        return core
      }
      await release(inTask: inTask) { object, never in
        let core = ClosureCore<Int, Int>.adder(object)
        core.dispatch(effect: never.map { number in withExtendedLifetime(object) { number } })
        core.dispatch(
          effect: { [object] in
            withExtendedLifetime(object) {}
            for await _ in never {}
            return nil
          }, id: "waits", policy: .queue)
        return core
      }
    }
    return cores * 2
  }

  private static func release(
    inTask: Bool,
    _ make: @MainActor (LifetimeProbe.Object, AsyncStream<Int>) -> some AnyObject & Sendable
  ) async {
    let probe = LifetimeProbe()
    let (never, source) = AsyncStream.makeStream(of: Int.self)
    let owner = await MainActor.run { Owner(make(probe.object(), never)) }
    if inTask {
      await Task.detached { owner.release() }.value
    } else {
      Thread.detachNewThread { owner.release() }
    }
    await probe.falls(to: 0)
    withExtendedLifetime(source) {}
  }
}
