import CoreEngineAsync
import TestSupport

extension AsyncWorld {
  func reduce(_ state: State, _ action: Action, in core: isolated Core) async throws -> State {
    note("reduce \(action.number) {")
    model.beginReduction(action, from: state)
    for _ in 0..<(isOver ? 0 : chooser.choose(3)) { await actInside(core) }
    var next = state
    next.sum = (state.sum + action.amount) % 5
    note("} reduced \(action.number)")
    if !isOver, chooser.oneIn(6) {
      let number = nextNumber()
      note("throws \(number)")
      model.endReduction(state, error: number, isReported: !Task.isCancelled)
      throw Failure(number: number)
    }
    model.endReduction(next)
    return next
  }

  func handle(_ error: any Error, in core: isolated Core) async {
    let number = (error as? Failure)?.number ?? -1
    note("handle \(number) {")
    if let error = error as? EffectDeadlineExceeded {
      learn()
      model.beginHandlingExpiry(
        of: error.id as? Int, deadline: Int(error.deadline / .milliseconds(1)),
        isCancelled: Task.isCancelled)
    } else {
      model.beginHandling(number)
    }
    for _ in 0..<(isOver ? 0 : chooser.choose(2)) { await actInside(core) }
    note("} handled \(number)")
    model.endHandling()
  }

  /// What a reducer may do that it should rather not.
  private func actInside(_ core: isolated Core) async {
    guard budget > 0 else { return }
    budget -= 1
    switch chooser.choose(6) {
    case 0: await Task.yield()
    case 1: await passGate(chooser.choose(2))
    case 2:
      let action = nextAction()
      note("action \(action.number) inside")
      model.hand(action, .send)
      await core.action(action)
    case 3:
      // A child is inside, too.
      let action = nextAction()
      note("action \(action.number) in a child")
      async let child: Void = { [self] in
        model.hand(action, .send)
        await core.action(action)
      }()
      await child
    case 4:
      // It may live on, and is outside then.
      let action = nextAction()
      let turn = model.turns
      _ = start { [self, weak core] in
        guard let core else { return }
        note("action \(action.number) in a task of a reduction")
        let isInside = model.isReducing && model.turns == turn
        model.hand(action, isInside ? .send : .action)
        await core.action(action)
        if !isInside, !model.done.contains(action.number) {
          model.fail("action \(action.number) returned too early")
        }
      }
    default: act(on: core)
    }
  }
}
