import CoreEngineAsync
import TestSupport

/// A way for actions to come to a core.
enum Entrance: CaseIterable {
  case send, action, call, effect, effectSend, effectSequence

  /// Hands actions over, in order, and returns when the core has accepted the last of them at
  /// least.
  func hand<Core: AsyncCore>(_ actions: [Core.Action], to core: Core) async {
    switch self {
    case .send: for action in actions { core.send(action) }
    case .action: for action in actions { await core.action(action) }
    case .call: await core.dynamicallyCall(withArguments: actions)
    case .effect:
      // Under an id that nobody else has: they keep their order.
      let name = LifetimeProbe()
      for action in actions {
        core.dispatch(effect: { action }, id: ObjectIdentifier(name), policy: .queue)
      }
    case .effectSend:
      await core.dispatch { send in for action in actions { await send(action) } }.finished()
    case .effectSequence:
      let (stream, continuation) = AsyncStream.makeStream(of: Core.Action.self)
      for action in actions { continuation.yield(action) }
      continuation.finish()
      await core.dispatch(effect: stream).finished()
    }
  }

  /// Hands actions over unless the core has been let go of.
  func hand<Core: AsyncCore>(_ actions: [Core.Action], to owner: Owner<Core>) async {
    guard let core = owner.value else { return }
    await hand(actions, to: core)
  }
}
