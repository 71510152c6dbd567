import CoreEngineStreams
import TestSupport
import Testing

/// T7: effects never keep a core alive, and a core that dies cancels them.
@Suite struct T7LifetimeContractTests {
  typealias Action = TallyCore.Action

  /// An effect that never ends, and notes that it was cancelled.
  private func endless(_ cancels: Log<String>) -> AnyPublisher<Action, Never> {
    AnyPublisher { _ in AnyCancellable { cancels.append("cancelled") } }
  }

  @Test func `E-OUTLIVE: releasing the core frees it at once and cancels its effects once`() {
    let cancels = Log<String>()
    let subject = PassthroughSubject<Int, Never>()
    weak var released: TallyCore?
    do {
      let core = TallyCore()
      released = core
      core.dispatch(effect: endless(cancels))
      core.dispatch(effect: subject.map(Action.add))
      let token = core.$state.sink { _ in }
      subject.send(1)
      #expect(core.count == 1)
      withExtendedLifetime(token) {}
      #expect(cancels.values.isEmpty)
    }
    #expect(released == nil)
    #expect(cancels.values == ["cancelled"])
    subject.send(2)
  }

  @Test func `E-OUTLIVE: an effect runs as long as anybody holds the core`() {
    let cancels = Log<String>()
    let subject = PassthroughSubject<Action, Never>()
    var one: TallyCore? = TallyCore()
    var two = one
    one?.dispatch(effect: endless(cancels))
    one?.dispatch(effect: subject)
    one = nil
    subject.send(.add(1))
    #expect(two?.count == 1)
    #expect(cancels.values.isEmpty)
    two = nil
    #expect(cancels.values == ["cancelled"])
    #expect(one == nil)
  }

  @Test func `E-OUTLIVE: a value in flight when the core goes is ignored`() {
    let subject = PassthroughSubject<Action, Failed>()
    var core: TallyCore? = TallyCore()
    weak let released = core
    var delivered = 0
    let killer = subject.record { _ in core = nil }
    core?.dispatch(
      effect: subject.map {
        delivered += 1
        return $0
      })
    let last = subject.record()
    subject.send(.add(1))
    subject.send(completion: .failure(Failed()))
    #expect(released == nil)
    #expect(delivered == 0)
    #expect(last.history == [.value(.add(1)), .failure(Failed())])
    withExtendedLifetime(killer) {}
  }

  private final class Holder { var core: TallyCore? }

  @Test(arguments: [true, false])
  func `E-OUTLIVE: a core may go while its own effect delivers or fails`(fails: Bool) {
    let subject = PassthroughSubject<Action, Failed>()
    let holder = Holder()
    holder.core = TallyCore { _, _ in holder.core = nil }
    weak let released = holder.core
    let token = holder.core?.$state.sink { if $0.count == 1 { holder.core = nil } }
    holder.core?.dispatch(effect: subject)
    if fails { subject.send(completion: .failure(Failed())) } else { subject.send(.add(1)) }
    #expect(released == nil)
    subject.send(.add(2))
    withExtendedLifetime(token) {}
  }

  @Test func `E-METHODREF: no way of connecting a publisher to a core keeps the core alive`() {
    final class Screen { var count = 0 }
    let subject = PassthroughSubject<Action, Never>()
    let numbers = CurrentValueSubject<Int, Never>(0)
    let screen = Screen()
    weak var released: TallyCore?
    var tokens: [AnyCancellable] = []
    do {
      let core = TallyCore()
      released = core
      core.dispatch(effect: subject)
      let existential: any Publisher<Action, Never> = subject
      core.dispatch(effect: existential)
      core.dispatch(effect: core.$state.map { _ in Action.nothing })
      numbers.assign(to: \.state.count, on: core).store(in: &core.subscription)
      tokens = [
        numbers.assign(to: \.state.other, on: core),
        core.$state.map(\.count).assign(to: \.count, on: screen),
        core.$state.sink { _ in },
        subject.sink { [weak core] in core?.action($0) },
      ]
      subject.send(.add(1))
      #expect(core.count == 3)
      #expect(screen.count == 3)
    }
    #expect(released == nil)
    subject.send(.add(1))
    numbers.send(1)
    #expect(screen.count == 3)
    withExtendedLifetime(tokens) {}
  }

  @Test func `E-DEINITORDER: nothing is left, whichever property of a holder goes first`() {
    final class TokensFirst {
      var tokens: Set<AnyCancellable> = []
      let core = TallyCore()
      let object: LifetimeProbe.Object
      init(_ object: LifetimeProbe.Object) { self.object = object }
    }
    final class CoreFirst {
      let core = TallyCore()
      let object: LifetimeProbe.Object
      var tokens: Set<AnyCancellable> = []
      init(_ object: LifetimeProbe.Object) { self.object = object }
    }
    final class Owner {
      @Published var value = 0
      var tokens: Set<AnyCancellable> = []
      let object: LifetimeProbe.Object
      init(_ object: LifetimeProbe.Object) { self.object = object }
    }
    let probe = LifetimeProbe()
    var cores: [() -> TallyCore?] = []
    func use(_ core: TallyCore, _ tokens: inout Set<AnyCancellable>) {
      let object = probe.object()
      core.$state.sink { _ in withExtendedLifetime(object) {} }.store(in: &tokens)
      core.dispatch(effect: Empty<Action, Never>(completeImmediately: false))
      core.dispatch(effect: core.$state.map { _ in withExtendedLifetime(object) { .nothing } })
      cores.append { [weak core] in core }
    }
    do {
      let one = TokensFirst(probe.object())
      use(one.core, &one.tokens)
      let two = CoreFirst(probe.object())
      use(two.core, &two.tokens)
      let three = Owner(probe.object())
      let object = probe.object()
      three.$value.sink { [weak three] _ in
        withExtendedLifetime((object, three)) {}
      }
      .store(in: &three.tokens)
      three.value = 1
      #expect(probe.count == 6)
    }
    #expect(probe.count == 0)
    #expect(cores.allSatisfy { $0() == nil })
  }

  /// The core belongs to the thread that releases it, when nobody else has it any more.
  private struct Handover: @unchecked Sendable {
    let core: Log<Box> = Log()
    struct Box: @unchecked Sendable { let core: TallyCore }
  }

  @Test func `E-OTHERTHREAD: a core with effects may be released on another thread`() {
    let cancels = Log<String>()
    let probe = LifetimeProbe()
    let subject = PassthroughSubject<Action, Never>()
    let handover = Handover()
    do {
      let core = TallyCore()
      let object = probe.object()
      core.dispatch(effect: endless(cancels))
      core.dispatch(effect: subject.map(holding(object)))
      core.$state.sink { _ in withExtendedLifetime(object) {} }.store(in: &core.subscription)
      handover.core.append(.init(core: core))
    }
    onThreads(1) { _ in handover.core.removeAll() }
    #expect(cancels.values == ["cancelled"])
    #expect(probe.count == 0)
    subject.send(.add(1))
  }

  @Test func `R-RETRYHANDLER: releasing the core ends an endless retry`() {
    var core: TallyCore?
    let subject = PassthroughSubject<TallyCore.Action, Failed>()
    var count = 0
    core = TallyCore { retrying, _ in
      count += 1
      if count == 1_000 { core = nil }
      retrying.dispatch(effect: Fail<TallyCore.Action, Failed>(error: Failed()))
    }
    weak let released = core
    core?.dispatch(effect: subject)
    subject.send(completion: .failure(Failed()))
    #expect(count == 1_000)
    #expect(released == nil)
  }
}
