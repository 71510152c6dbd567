import CoreEngineAsync
import TestSupport
import Testing

/// A download that tells of its progress.
@Suite(.timeLimit(.minutes(10))) struct DownloadFeatureTests {
  private actor Download: AsyncCore {
    enum Action: Sendable {
      case start, cancel
      case received([UInt8], of: Int)
      case finished
      case failed(String)
    }

    struct State: Equatable, Sendable {
      enum Phase: Equatable, Sendable { case idle, loads, done, failed(String) }
      var phase = Phase.idle
      var bytes: [UInt8] = []
      var progress = 0.0
    }

    typealias Chunks = AsyncThrowingStream<[UInt8], any Error>

    let store = AsyncCoreStore(initialState: State())
    private let open: @Sendable () async throws -> (size: Int, chunks: Chunks)

    init(open: @escaping @Sendable () async throws -> (size: Int, chunks: Chunks)) {
      self.open = open
    }

    func reduce(state: State, action: Action) async throws -> State {
      var next = state
      switch action {
      case .start:
        next = State(phase: .loads)
        dispatch(
          effect: { [open] send in
            let (size, chunks) = try await open()
            for try await chunk in chunks { await send(.received(chunk, of: size)) }
            await send(.finished)
          }, id: "download", policy: .cancelPrevious)
      case .cancel:
        next.phase = .idle
        cancelEffect(id: "download")
      case .received(let chunk, let size):
        next.bytes += chunk
        next.progress = Double(next.bytes.count) / Double(size)
      case .finished: next.phase = .done
      case .failed(let reason): next.phase = .failed(reason)
      }
      return next
    }

    func handleError(error: any Error) async { await action(.failed("\(error)")) }
  }

  @Test func `Progress is shown chunk by chunk`() async {
    let (chunks, server) = Download.Chunks.makeStream()
    let download = Download { (size: 4, chunks: chunks) }
    var progress = download.states.progress.makeAsyncIterator()
    var phases = download.states.phase.makeAsyncIterator()
    await download.action(.start)
    #expect(await progress.next() == 0)
    for byte in 1...4 {
      server.yield([UInt8(byte)])
      #expect(await progress.next() == Double(byte) / 4)
    }
    server.finish()
    await download.settled()
    #expect(download.bytes == [1, 2, 3, 4])
    #expect(await phases.next() == .idle)
    #expect(await phases.next() == .loads)
    #expect(await phases.next() == .done)
  }

  @Test func `A connection that breaks ends it with the error`() async {
    let (chunks, server) = Download.Chunks.makeStream()
    let download = Download { (size: 4, chunks: chunks) }
    await download.action(.start)
    server.yield([1, 2])
    server.finish(throwing: TestError())
    await download.settled()
    #expect(download.progress == 0.5)
    #expect(download.phase == .failed("TestError()"))
  }

  @Test func `Cancelled, it lets go of the connection, and shows no error`() async {
    let ended = Gate()
    ended.open()
    let (chunks, server) = Download.Chunks.makeStream()
    server.onTermination = { _ in Task { await ended.pass() } }
    let download = Download { (size: 4, chunks: chunks) }
    await download.action(.start)
    server.yield([1])
    await download.reaches { $0.progress > 0 }
    await download.action(.cancel)
    await download.settled()
    await ended.entered()
    #expect(download.phase == .idle)
    #expect(download.effects.isEmpty)
  }

  @Test func `Started anew, nothing of the first one arrives`() async {
    let streams = [Download.Chunks.makeStream(), Download.Chunks.makeStream()]
    let opened = Log<Int>()
    let download = Download {
      opened.append(opened.count)
      return (size: 2, chunks: streams[opened.count - 1].stream)
    }
    await download.action(.start)
    streams[0].continuation.yield([1])
    await download.reaches { $0.bytes == [1] }
    await download.action(.start)
    #expect(await opened.values(2) == [0, 1])
    streams[0].continuation.yield([2])
    streams[1].continuation.yield([8])
    streams[1].continuation.yield([9])
    streams[1].continuation.finish()
    await download.settled()
    #expect(download.bytes == [8, 9])
    #expect(download.phase == .done)
  }
}
