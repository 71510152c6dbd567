import CoreEngineStreams
import TestSupport
import Testing

@Suite struct AppendTests {
  @Test func `The second begins when the first has finished`() {
    let (a, b) = (Line(), Line())
    let recording = a.append(b).record()
    a.send(1)
    b.send(2)
    a.send(.finished)
    a.send(3)
    b.send(4)
    #expect(recording.history == [1, 4])
    b.send(.finished)
    #expect(recording.history == [1, 4, .finished])
  }

  @Test func `Values and sequences are appended and prepended in order`() {
    let recording = Just(5).append(6, 7).append([8]).prepend(3, 4).prepend(Just(2)).prepend([0, 1])
      .record()
    #expect(recording.history == (0...8).map(Event.value) + [.finished])
  }

  @Test func `A failure of the first leaves the second alone`() {
    var count = 0
    let second = Improvised<Int, Failed> { _ in count += 1 }
    let recording = Fail<Int, Failed>(error: Failed()).append(second).record()
    #expect(recording.history == [.failure(Failed())])
    #expect(count == 0)
  }

  @Test func `A failure of the second is passed on`() {
    let recording = values(1).append(Fail(error: Failed())).record()
    #expect(recording.history == [1, .failure(Failed())])
  }

  @Test(arguments: [true, false])
  func `Cancelled at the last value of the first, the second does not begin`(isErased: Bool) {
    var count = 0
    var token: AnyCancellable?
    let line = Line()
    let both = line.append(Improvised { _ in count += 1 })
    let publisher = isErased ? both.eraseToAnyPublisher() : AnyPublisher(both)
    let recording = publisher.record { _ in
      line.send(.finished)
      token?.cancel()
    }
    token = recording.token
    line.send(1)
    #expect(recording.history == [1])
    #expect(count == 0)
  }

  @Test func `A value that the sink sends into the second before it has begun is not for it`() {
    let (a, b) = (Line(), Line())
    let recording = a.append(b).record { value in
      guard value == 1 else { return }
      b.send(2)
      a.send(3)
      a.send(.finished)
      b.send(4)
    }
    a.send(1)
    b.send(5)
    #expect(recording.history == [1, 3, 5])
  }

  @Test func `A row of erased publishers may be subscribed to several times`() {
    var row = values(1).append(values(2)).eraseToAnyPublisher()
    let beginning = row
    row = row.append(values(3)).append(values(4)).eraseToAnyPublisher()
    row = values(0).append(row).eraseToAnyPublisher()
    row = row.append(row).eraseToAnyPublisher()
    for _ in 0..<2 {
      #expect(row.record().history == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, .finished])
      #expect(beginning.record().history == [1, 2, .finished])
    }
    // Erasing by the initialiser is no different.
    #expect(AnyPublisher(values(1).append(row)).prefix2() == [1, 0])
  }

  @Test func `A row of subjects goes on from one to the next, and fails with any`() {
    let lines = (0..<5).map { _ in Line() }
    let row = lines.dropFirst().reduce(lines[0].eraseToAnyPublisher()) {
      $0.append($1).eraseToAnyPublisher()
    }
    let recording = row.record()
    for (index, line) in lines.enumerated() {
      for other in lines { other.send(index * 10) }
      if index == 3 {
        line.send(.failure(Failed()))
      } else {
        line.send(.finished)
      }
    }
    #expect(recording.history == [0, 10, 20, 30, .failure(Failed())])
  }

  @Test func `What has run is released before the next begins to deliver`() {
    let probe = LifetimeProbe()
    let (a, b) = (Line(), Line())
    let recording = a.map(holding(probe.object())).append(b).record { value in
      if value == 2 { #expect(probe.count == 0) }
    }
    #expect(probe.count == 1)
    a.send(1)
    a.send(.finished)
    b.send(2)
    #expect(recording.history == [1, 2])
  }
}

extension Publisher where Output == Int {
  /// The first two values.
  fileprivate func prefix2() -> [Int] {
    var values: [Int] = []
    subscribe(
      Recorder<Int, Failure> { _, event in
        if case .value(let value) = event { values.append(value) }
        return values.count < 2
      })
    return values
  }
}
