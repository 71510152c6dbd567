import CoreEngineAsync
import CoreEngineStreams
import CoreEngineTesting

extension Case {
  /// The moments in which a publisher calls its user's code.
  private enum Place: CaseIterable { case replay, value, map, completion, release }

  private final class OnDeinit {
    private let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }

    deinit { body() }
  }

  static let alienLock = Case(
    "O-ALIENLOCK", "a thread that holds a lock cancels what delivers to one that waits for the lock"
  ) { (_: inout _) in
    var count = 0
    for place in Place.allCases {
      for drops in [true, false] {
        for index in 0..<4 {
          let subject = CurrentValueSubject<Int, Never>(0)
          let publisher =
            switch index {
            case 0: subject.eraseToAnyPublisher()
            case 1: subject.share().eraseToAnyPublisher()
            case 2:
              subject.merge(with: Empty(completeImmediately: true)).eraseToAnyPublisher()
            default: subject.map { Just($0) }.switchToLatest().eraseToAnyPublisher()
            }
          meet(subject, publisher, at: place, drops: drops)
          count += 1
        }
      }
    }
    return count
  }

  private static func meet(
    _ subject: CurrentValueSubject<Int, Never>, _ publisher: AnyPublisher<Int, Never>,
    at place: Place, drops: Bool
  ) {
    let others = Log<AnyCancellable>()
    let meeting = Meeting {
      let tokens = others.removeAll()
      if !drops { for token in tokens { token.cancel() } }
    }
    func arrive(at here: Place) {
      if here == place, others.count > 0 { meeting.takePlace() }
    }
    for _ in 0..<2 { others.append(publisher.sink { _ in }) }
    let object = OnDeinit { arrive(at: .release) }
    let token =
      publisher
      .map { value in
        arrive(at: .map)
        return value
      }
      .sink { [object] _ in
        withExtendedLifetime(object) {}
        arrive(at: .completion)
      } receiveValue: {
        arrive(at: $0 == 0 ? .replay : .value)
      }
    _ = consume object
    if place == .replay, !meeting.hasTakenPlace {
      // `share` replays nothing to the third.
      subject.send(0)
    }
    subject.send(1)
    if place == .release { token.cancel() } else { subject.send(completion: .finished) }
    expect(meeting.hasTakenPlace, "no meeting at \(place)")
    withExtendedLifetime(token) {}
  }

  private struct State: Equatable, Sendable {
    var number = 0
    let meeting: Meeting

    static func == (one: State, other: State) -> Bool {
      one.meeting.takePlace()
      return one.number == other.number
    }
  }

  private struct Id: Hashable, Sendable {
    let meeting: Meeting

    static func == (one: Id, other: Id) -> Bool {
      one.meeting.takePlace()
      return true
    }

    func hash(into hasher: inout Hasher) { meeting.takePlace() }
  }

  static let alienLockAsync = Case(
    "O-ALIENLOCK-ASYNC", "the same of an AsyncCore, in comparisons, hash functions and deinits"
  ) { (_: inout _) async in
    let idle = Meeting()
    idle.takePlace()
    let acts: [@Sendable (ClosureCore<State, Int>) -> Void] = [
      { $0.send(0) }, { $0.cancelAllEffects() }, { $0.cancelEffect(id: Id(meeting: idle)) },
      { $0.dispatch { nil } }, { _ = ($0.currentState.number, $0.effects.count, $0.isIdle) },
      { core in Task { for await _ in core.states.number { break } } },
      { _ = $0.states.makeAsyncIterator() },
    ]
    for act in acts {
      let meeting = Meeting()
      meeting.takePlace()
      let core = ClosureCore<State, Int>(State(meeting: meeting)) { _, state, number in
        State(number: state.number + number, meeting: state.meeting)
      }
      meeting.arrange { act(core) }
      await core.action(1)
      expect(meeting.hasTakenPlace, "no meeting when states were compared")
      meeting.arrange { act(core) }
      core.dispatch(effect: { 1 }, id: Id(meeting: meeting), policy: .queue)
      expect(meeting.hasTakenPlace, "no meeting when an id was hashed")
      await core.settled()
      expect(core.currentState.number == 2, "actions were lost")
    }
    return acts.count * 2
  }
}
