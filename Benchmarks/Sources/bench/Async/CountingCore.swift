import CoreEngine

actor CountingCore: AsyncCore {
  let store = AsyncCoreStore(initialState: Count())

  // Neither this one nor the limits' may be inlined, or the limits would no longer await.
  @inline(never)
  func reduce(state: Count, action: Step) async throws -> Count { state.after(action) }
}
