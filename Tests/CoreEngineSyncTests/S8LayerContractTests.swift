import CoreEngineSync
import TestSupport
import Testing

/// S8: a reactive layer of one's own stands on `Core` with public API only.
@Suite struct S8LayerContractTests {
  final class Player: SignalCore {
    enum Action { case play(String), stop }
    struct State: Equatable, Sendable { var track = "" }
    struct Broken: Error {}

    @Mirrored var state = State()
    let bag = Bag()
    private(set) var errors: [any Error] = []

    func reduce(state: State, action: Action) -> State {
      switch action {
      case .play(let track): State(track: track)
      case .stop: State()
      }
    }

    func handleError(error: any Error) { errors.append(error) }
  }

  @Test func `Effects act on the core, and its states are signalled`() {
    let player = Player()
    let bag = Bag()
    var tracks: [String] = []
    player.$state.subscribe { tracks.append($0.track) }.disposed(by: bag)
    let effect = Signal<Player.Action>()
    player.mutate(effect: effect)
    effect.send(.play("one"))
    player(.play("two"), .stop)
    effect.send(.play("three"))
    #expect(tracks == ["one", "two", "", "three"])
  }

  @Test func `The error of an effect reaches the core, and other effects go on`() {
    let player = Player()
    let broken = Signal<Player.Action>()
    let other = Signal<Player.Action>()
    player.mutate(effect: broken)
    player.mutate(effect: other)
    broken.fail(Player.Broken())
    other.send(.play("after"))
    #expect(player.errors.count == 1)
    #expect(player.errors.first is Player.Broken)
    #expect(player.track == "after")
  }

  @Test func `An effect does not keep the core alive, nor does it act once the core is gone`() {
    let effect = Signal<Player.Action>()
    weak var gone: Player?
    do {
      let player = Player()
      gone = player
      player.mutate(effect: effect)
      #expect(effect.subscribers == 1)
    }
    #expect(gone == nil)
    #expect(effect.subscribers == 0)
    effect.send(.stop)
  }

  @Test func `E-DEINITORDER: a holder frees its core and its bag in either order`() {
    final class BagFirst {
      let bag = Bag()
      let core = Player()
      let object: LifetimeProbe.Object
      init(_ object: LifetimeProbe.Object) { self.object = object }
    }
    final class CoreFirst {
      let core = Player()
      let bag = Bag()
      let object: LifetimeProbe.Object
      init(_ object: LifetimeProbe.Object) { self.object = object }
    }
    let probe = LifetimeProbe()
    do {
      let one = BagFirst(probe.object())
      let other = CoreFirst(probe.object())
      for (core, bag) in [(one.core, one.bag), (other.core, other.bag)] {
        let captured = probe.object()
        core.$state.subscribe { [unowned core] _ in
          withExtendedLifetime(captured) { _ = core.track }
        }.disposed(by: bag)
        core.action(.play("song"))
      }
      #expect(probe.count == 4)
    }
    #expect(probe.count == 0)
  }
}
