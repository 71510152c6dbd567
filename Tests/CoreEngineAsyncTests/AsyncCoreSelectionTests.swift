import CoreEngineAsync
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct AsyncCoreSelectionTests {
  private struct State: Equatable, Sendable {
    var x = 0
    var y = 0
    var user = User()
  }

  private struct User: Equatable, Sendable { var name: String? = "nobody" }

  private func setter() -> Owner<TestCore<State, State>> {
    Owner(TestCore(State()) { _, _, next in next })
  }

  @Test func `D-SELECT: a property is delivered when it changes, and no other`() async {
    let core = setter()
    let states = core.value!.states
    var wholes = states.makeAsyncIterator()
    var mapped = states.map(\.x).makeAsyncIterator()
    var xs = states.x.makeAsyncIterator()
    for y in 1...5 { await core.value?.action(State(y: y)) }
    var late = states.x.makeAsyncIterator()
    await core.value?(State(x: 1, y: 5), State(x: 1, y: 6), State(x: 0, y: 6))
    core.release()
    #expect(await xs.rest() == [0, 1, 0])
    #expect(await late.rest() == [0, 1, 0])
    #expect(await mapped.rest() == [0, 0, 0, 0, 0, 0, 1, 1, 0])
    #expect(await wholes.rest().count == 9)
  }

  @Test func `A property of a property is again such a sequence`() async {
    let core = setter()
    let states = core.value!.states
    var names = states.user.name.makeAsyncIterator()
    var lengths = core.value!.select(\.user).name.makeAsyncIterator()
    await core.value?(
      State(x: 1), State(user: User(name: nil)), State(y: 1, user: User(name: nil)),
      State(user: User(name: "somebody")))
    core.release()
    #expect(await names.rest() == ["nobody", nil, "somebody"])
    #expect(await lengths.rest() == ["nobody", nil, "somebody"])
    #expect(await names.next(isolation: nil) == nil)
  }

  @Test func `A transform is a closure, in parentheses too, a key path or a function`() async {
    @Sendable func sum(_ state: State) -> Int { state.x + state.y }
    let core = setter()
    let selections = [
      core.value!.select { $0.x }, core.value!.select({ $0.x }), core.value!.select(\.x),
      core.value!.select(sum), core.value!.select(.latest, \.x), core.value!.select(.every, sum),
    ]
    await core.value?.action(State(x: 1))
    core.release()
    for selection in selections { #expect(await selection.all() == [1]) }
  }

  @Test func `A transform is called once for each state, in the consumer's task`() async {
    let core = setter()
    let calls = Log<String>()
    let selected = core.value!.select {
      calls.append("\(Local.name) \($0.x)")
      return $0.x > 1
    }
    var first = selected.makeAsyncIterator()
    await core.value?(State(x: 1), State(x: 2), State(x: 3))
    core.release()
    #expect(calls.values.isEmpty)
    let seen = await Local.$name.withValue("consumer") { await first.rest() }
    #expect(seen == [false, true])
    #expect(calls.values == (0...3).map { "consumer \($0)" })
  }

  private enum Local {
    @TaskLocal static var name = "none"
  }

  @Test @MainActor func `Both kinds of next give the same`() async {
    let core = setter()
    var plain = core.value!.states.x.makeAsyncIterator()
    var isolated = core.value!.states.x.makeAsyncIterator()
    await core.value?(State(y: 1), State(x: 1), State(x: 2))
    core.release()
    for x in [0, 1, 2, nil, nil] {
      #expect(await plain.next() == x)
      #expect(await isolated.next(isolation: MainActor.shared) == x)
    }
  }
}
