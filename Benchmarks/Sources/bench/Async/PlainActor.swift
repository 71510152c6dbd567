/// The limit of `await action`: an actor method that awaits an async method.
actor PlainActor {
  private(set) var state = Count()

  func action(_ step: Step) async { state = await reduce(state, step) }

  @inline(never)
  func reduce(_ state: Count, _ step: Step) async -> Count { state.after(step) }
}
