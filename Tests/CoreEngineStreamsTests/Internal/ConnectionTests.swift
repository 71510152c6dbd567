import TestSupport
import Testing

@testable import CoreEngineStreams

@Suite struct ConnectionTests {
  enum State: CaseIterable {
    case waiting, connected, shut, closed, finished, cancelled, cancelledEarly
  }

  /// A subscription that shows how often it was cancelled and whether it is still held.
  private final class Upstream: Subscription {
    private let counted: CountedSubscription
    private let object: LifetimeProbe.Object

    init(counted: CountedSubscription, object: LifetimeProbe.Object) {
      self.counted = counted
      self.object = object
    }

    func cancel() { counted.cancel() }
  }

  private struct Setup {
    let connection = Connection()
    let first = CountedSubscription()
    let second = CountedSubscription()
    let probe = LifetimeProbe()

    init(_ state: State) {
      switch state {
      case .waiting: break
      case .connected: connect(first)
      case .shut:
        connect(first)
        _ = connection.shut()
      case .closed:
        connect(first)
        _ = connection.close()
      case .finished:
        connect(first)
        _ = connection.finish()
      case .cancelled:
        connect(first)
        connection.cancel()
      case .cancelledEarly:
        connection.cancel()
        connect(first)
      }
    }

    func connect(_ counted: CountedSubscription) {
      connection.connect(Upstream(counted: counted, object: probe.object()))
    }
  }

  @Test(
    arguments: [
      (.waiting, isOpen: true, held: 0, cancels: 0), (.connected, true, 1, 0),
      (.shut, false, 0, 1), (.closed, false, 0, 0),
      (.finished, false, 0, 0), (.cancelled, false, 0, 1), (.cancelledEarly, false, 0, 1),
    ] as [(State, isOpen: Bool, held: Int, cancels: Int)])
  func `Is open until it ends, and holds a subscription while it is connected`(
    state: State, isOpen: Bool, held: Int, cancels: Int
  ) {
    let setup = Setup(state)
    #expect(setup.connection.isOpen == isOpen)
    #expect(setup.probe.count == held)
    #expect(setup.first.cancels == cancels)
  }

  @Test(arguments: State.allCases)
  func `Takes one subscription, and cancels what it has no use for`(state: State) {
    let setup = Setup(state)
    setup.connect(setup.second)
    #expect(setup.second.cancels == (state == .waiting ? 0 : 1))
    #expect(setup.probe.count == (state == .waiting || state == .connected ? 1 : 0))
    #expect(setup.connection.isOpen == (state == .waiting || state == .connected))
  }

  @Test(arguments: State.allCases)
  func `Finishing lets go without cancelling, and counts once`(state: State) {
    let setup = Setup(state)
    let before = setup.first.cancels
    #expect(
      setup.connection.finish() == [.waiting, .connected, .shut, .closed].contains(state))
    #expect(!setup.connection.finish())
    #expect(!setup.connection.isOpen)
    #expect(setup.first.cancels == before)
    #expect(setup.probe.count == 0)
  }

  @Test(arguments: State.allCases, [true, false])
  func `A stage that has something left to deliver ends upstream once, or notes its end`(
    state: State, cancels: Bool
  ) {
    let setup = Setup(state)
    let before = setup.first.cancels
    let wasOpen = setup.connection.isOpen
    #expect((cancels ? setup.connection.shut() : setup.connection.close()) == wasOpen)
    #expect(!setup.connection.shut() && !setup.connection.close())
    #expect(!setup.connection.isOpen)
    #expect(setup.first.cancels == before + (cancels && state == .connected ? 1 : 0))
    #expect(setup.probe.count == 0)
    // What is left may be delivered, unless downstream cancels.
    #expect(setup.connection.finish() == (wasOpen || state == .shut || state == .closed))
  }

  @Test(arguments: State.allCases)
  func `Cancelling cancels the subscription, once`(state: State) {
    let setup = Setup(state)
    let before = setup.first.cancels
    setup.connection.cancel()
    setup.connection.cancel()
    #expect(!setup.connection.isOpen)
    #expect(!setup.connection.finish())
    #expect(setup.first.cancels == before + (state == .connected ? 1 : 0))
    #expect(setup.probe.count == 0)
  }

  @Test func `A subscription that cancels the connection as it is cancelled finds it ended`() {
    final class Loop: Subscription {
      let connection: Connection
      let cancels = Log<Bool>()
      init(_ connection: Connection) { self.connection = connection }
      func cancel() {
        cancels.append(connection.isOpen)
        connection.cancel()
      }
    }
    let connection = Connection()
    let loop = Loop(connection)
    connection.connect(loop)
    connection.cancel()
    #expect(loop.cancels.values == [false])
  }

  @Test func `Of connecting, finishing and cancelling at once, one wins, and nothing is held`() {
    for _ in 0..<2_000 {
      let setup = Setup(.waiting)
      let ends = Log<String>()
      let (connection, first, object) = (setup.connection, setup.first, setup.probe.object())
      let upstream = Upstream(counted: first, object: object)
      onThreads(2) { index in
        if index == 0 {
          connection.connect(upstream)
          if connection.finish() { ends.append("finished") }
        } else {
          connection.cancel()
        }
      }
      #expect(!connection.isOpen)
      #expect(ends.count + first.cancels == 1)
      withExtendedLifetime(object) {}
    }
  }

  @Test func `What is connected at the moment of cancelling is cancelled`() {
    let setups = (0..<5_000).map { _ in (Connection(), CountedSubscription()) }
    let course = Course()
    onThreads(2) { thread in
      for (place, (connection, subscription)) in setups.enumerated() {
        course.meet(at: place, thread)
        if thread == 0 { connection.connect(subscription) } else { connection.cancel() }
      }
    }
    #expect(setups.filter { $0.1.cancels != 1 }.count == 0)
  }
}
