import CoreEngine

/// Uses the cores as a screen does: it holds them, and shows what they publish.
final class Screen {
  let synchronous = Synchronous()
  let inPlace = InPlace()
  let publishing = Publishing()
  private var subscription: Set<AnyCancellable> = []
  private(set) var shown: [Int] = []

  init() {
    publishing.$state.map(\.count).sink { [weak self] count in
      self?.shown.append(count)
    }.store(in: &subscription)
  }

  func tap() {
    synchronous.action(.increase)
    synchronous(.increase, .decrease)
    inPlace("one", "two")
    publishing.action(.increase)
    publishing.jump()
    publishing.fail()
  }
}

@main
struct Main {
  static func main() async {
    let screen = Screen()
    screen.tap()
    print("sync: \(screen.synchronous.count) \(screen.inPlace.entries)")
    print("streams: \(screen.shown), errors: \(screen.publishing.errors)")

    let core = Asynchronous(initialState: .init())
    await core.action(.increase)
    await core(.fail, .increase)
    print("async: \(core.count), errors: \(await core.errors)")
    var counts: [Int] = []
    for await count in core.states.count {
      counts.append(count)
      if count == 3 { break }
      core.send(.increase)
    }
    for await state in core.states(.latest) {
      counts.append(state.count)
      break
    }
    print("async: \(counts)")
  }
}
