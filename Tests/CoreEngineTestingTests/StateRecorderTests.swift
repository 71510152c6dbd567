import CoreEngineAsync
import CoreEngineStreams
import CoreEngineSync
import CoreEngineTesting
import Testing

@Suite struct StateRecorderTests {
  // MARK: AsyncCore

  @Test func `Of an actor, what action has stored has been recorded when it returns`() async {
    let core = AsyncCounter()
    let recorder = StateRecorder(core)
    #expect(recorder.history.map(\.count) == [0])
    for count in 1...200 {
      await core.action(.increase)
      #expect(recorder.count == count + 1)
      #expect(recorder.last?.count == count)
    }
    await core(.stay, .fail)
    #expect(recorder.history.map(\.count) == Array(0...200))
  }

  @Test func `A recorder begins with the state of the moment`() async {
    let core = AsyncCounter()
    await core(.increase, .increase)
    let recorder = StateRecorder(core)
    await core.action(.increase)
    #expect(recorder.history.map(\.count) == [2, 3])
  }

  @Test func `A recorder that is made during a reduction gets its state`() async {
    let gate = Gate()
    let core = AsyncCounter(gate: gate)
    core.send(.increase)
    await gate.entered()
    let recorder = StateRecorder(core)
    #expect(recorder.history.map(\.count) == [0])
    gate.open()
    await core.settled()
    #expect(recorder.history.map(\.count) == [0, 1])
  }

  @Test func `Several recorders, and several who ask one, see the same`() async {
    let core = AsyncCounter()
    let recorders = [StateRecorder(core), StateRecorder(core)]
    await withTaskGroup { group in
      for _ in 0..<100 { group.addTask { await core.action(.increase) } }
      for recorder in recorders + recorders {
        group.addTask {
          var count = 0
          while count < 101 {
            let counts = recorder.history.map(\.count)
            #expect(counts == Array(0..<counts.count))
            #expect(counts.count >= count)
            count = counts.count
            if count < 101 {
              let states = try? await recorder.history(count + 1, within: .seconds(60))
              #expect(states != nil)
            }
          }
        }
      }
    }
    for recorder in recorders { #expect(recorder.history.map(\.count) == Array(0...100)) }
  }

  @Test func `A recorder keeps no actor alive, and keeps what it has recorded`() async throws {
    let probe = LifetimeProbe()
    var core: AsyncCounter? = AsyncCounter(object: probe.object())
    let recorder = StateRecorder(try #require(core))
    await core?.action(.increase)
    core = nil
    await probe.falls(to: 0)
    #expect(recorder.history.map(\.count) == [0, 1])
  }

  // MARK: PublisherCore

  @Test func `Of published states, each is recorded, in order`() {
    let core = PublishedCounter()
    let recorder = StateRecorder(core)
    core(.increase, .stay, .increase)
    core.state.name = "a"
    core.state = core.state
    #expect(
      recorder.history == [
        Count(), Count(count: 1), Count(count: 2), Count(count: 2, name: "a"),
      ])
    #expect(recorder.last == Count(count: 2, name: "a"))
    #expect(recorder.count == 4)
  }

  @Test func `A published state is found in a superclass`() {
    final class Derived: PublishedCounter { var other = 1 }
    let core = Derived()
    let recorder = StateRecorder(core)
    core(.increase)
    #expect(recorder.history.map(\.count) == [0, 1])
  }

  @Test func `A publisher of states is recorded, to its end`() async {
    let subject = PassthroughSubject<Count, Never>()
    let recorder = StateRecorder(subject)
    #expect(recorder.last == nil)
    subject.send(Count(count: 1))
    subject.send(Count(count: 1))
    subject.send(Count(count: 2))
    #expect(recorder.history.map(\.count) == [1, 2])
    subject.send(completion: .finished)
    let failure = await #expect(throws: ExpectationFailure.self) {
      try await recorder.history(3, fileID: "T/T.swift", line: 1)
    }
    #expect(
      failure?.description == """
        Expected of PassthroughSubject<Count, Never>: 3 states
        It cannot come any more, since the publisher has completed (T/T.swift:1).
        Its states: 2
          0: Count(count: 1, name: "")
          1: count: 1 -> 2
        """)
  }

  @Test @MainActor func `A core of the main actor is recorded there`() {
    let core = MainCounter()
    let recorder = StateRecorder(core)
    core.action(.increase)
    #expect(recorder.history.map(\.count) == [0, 1])
  }

  @Test func `A recorder keeps no published core alive`() {
    weak var released: PublishedCounter?
    let recorder: StateRecorder<Count>
    do {
      let core = PublishedCounter()
      released = core
      recorder = StateRecorder(core)
      core(.increase)
    }
    #expect(released == nil)
    #expect(recorder.history.map(\.count) == [0, 1])
  }

  @Test func `A recorder that is gone records no more`() {
    let core = PublishedCounter()
    weak var released: StateRecorder<Count>?
    do {
      let recorder = StateRecorder(core)
      released = recorder
    }
    core(.increase)
    #expect(released == nil)
  }

  // MARK: By hand

  @Test func `A recorder is told of the states of any other core`() {
    final class Told: Core {
      let recorder = StateRecorder(initialState: 0)
      var state = 0 { didSet { recorder.record(state) } }

      func reduce(state: Int, action: Int) -> Int { state + action }
    }
    let core = Told()
    core(1, 0, 2)
    core.state = 3
    #expect(core.recorder.history == [0, 1, 3])
  }

  @Test func `A core that nobody can observe stops the program`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = StateRecorder(PlainCounter())
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      output.contains(
        """
        CoreEngineTesting: StateRecorder(core) was given a PlainCounter, whose `state` is not `@Published`: \
        nothing says when it changes. Declare it `@Published var state`; or make the recorder with \
        StateRecorder(initialState:) and tell it with `record(_:)`, from a `didSet` of `state` for instance.
        """))
  }

  @Test func `Telling a recorder what it records by itself stops the program`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      StateRecorder(AsyncCounter()).record(Count())
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(
      output.contains(
        """
        CoreEngineTesting: StateRecorder<Count>.record(_:) was called for a recorder that records a core, or a \
        publisher, by itself. Leave the call out, or make the recorder with StateRecorder(initialState:).
        """))
  }

  // MARK: Waiting

  @Test func `Who waits for the nth state gets all`() async throws {
    let gate = Gate()
    let core = AsyncCounter(gate: gate)
    let recorder = StateRecorder(core)
    core.send(.increase)
    core.send(.increase)
    let task = Task { try await recorder.history(3) }
    await gate.entered()
    gate.open()
    #expect(try await task.value.map(\.count) == [0, 1, 2])
    #expect(try await recorder.history(1).count == 3)
  }
}
