import CoreEngineAsync
import TestSupport
import Testing

/// A queue of uploads: one at a time, in order, each of which may fail or be taken back.
@Suite(.timeLimit(.minutes(10))) struct UploadFeatureTests {
  private actor Uploads: AsyncCore {
    enum Phase: Equatable, Sendable { case waits, runs, done, failed }

    enum Action: Sendable {
      case added(String)
      case removed(String)
      case became(Phase, String)
    }

    let store = AsyncCoreStore(initialState: [String: Phase]())
    private let upload: @Sendable (String) async throws -> Void
    private var handles: [String: EffectHandle] = [:]

    init(upload: @escaping @Sendable (String) async throws -> Void) { self.upload = upload }

    func reduce(state: [String: Phase], action: Action) async throws -> [String: Phase] {
      var next = state
      switch action {
      case .added(let file):
        next[file] = .waits
        handles[file] = dispatch(
          effect: { [upload] send in
            await send(.became(.runs, file))
            do {
              try await upload(file)
              await send(.became(.done, file))
            } catch {
              await send(.became(.failed, file))
            }
          }, id: "uploads", policy: .queue)
      case .removed(let file):
        next[file] = nil
        handles.removeValue(forKey: file)?.cancel()
      case .became(let phase, let file):
        next[file] = phase
      }
      return next
    }
  }

  @Test func `One runs at a time, in order, and one that fails holds up nobody`() async {
    let uploaded = Log<String>()
    let atWork = LifetimeProbe()
    let uploads = Uploads { file in
      let object = atWork.object()
      await hop()
      if file == "b" { throw TestError() }
      uploaded.append(file)
      withExtendedLifetime(object) {}
    }
    await uploads(.added("a"), .added("b"), .added("c"))
    await uploads.settled()
    #expect(uploads.currentState == ["a": .done, "b": .failed, "c": .done])
    #expect(uploaded.values == ["a", "c"])
    #expect(atWork.maximum == 1)
  }

  @Test func `One that waits and is taken back never starts`() async {
    let gate = Gate()
    let begun = Log<String>()
    let uploads = Uploads { file in
      begun.append(file)
      await gate.pass()
    }
    await uploads(.added("a"), .added("b"), .added("c"))
    await gate.entered()
    #expect(uploads.effects.map(\.isWaiting) == [false, true, true])
    await uploads.action(.removed("b"))
    #expect(uploads.effects.map(\.isWaiting) == [false, true])
    gate.open()
    await uploads.settled()
    #expect(uploads.currentState == ["a": .done, "c": .done])
    #expect(begun.values == ["a", "c"])
  }

  @Test func `One that runs and is taken back says nothing more, and the next one starts`() async {
    let gate = Gate()
    let uploads = Uploads { file in if file == "a" { await gate.pass() } }
    await uploads(.added("a"), .added("b"))
    await gate.entered()
    await uploads.action(.removed("a"))
    gate.open()
    await uploads.settled()
    #expect(uploads.currentState == ["b": .done])
  }
}
