import CoreEngineStreams
import TestSupport
import Testing

/// T2: rows that a program makes as it runs take no stack, to begin, to deliver, to cancel and to be
/// released.
@Suite struct T2RowContractTests {
  typealias Row = AnyPublisher<Int, Failed>

  private static let count = 100_000

  /// Runs a body where 100,000 levels do not fit.
  private static func onSmallStack(_ body: @escaping @Sendable () -> Void) {
    onThreads(1, stackSize: 512 * 1024) { _ in body() }
  }

  /// Subscribes, lets a body do something, and compares what was received with 0, 1, 2, … and an end.
  private static func check(
    _ row: Row, _ name: String, receives count: Int = count,
    _ body: (AnyCancellable) -> Void = { _ in }
  ) {
    var next = 0
    var ends = 0
    let token = row.sink { completion in
      precondition(completion == .finished, name)
      ends += 1
    } receiveValue: { value in
      precondition(value == next, "\(name): \(value) instead of \(next)")
      next += 1
    }
    body(token)
    precondition(next == count && ends == 1, "\(name) stopped at \(next)")
  }

  @Test func `E-FLATTEN: AnyPublisher(_:) makes as flat a row as eraseToAnyPublisher`() async {
    await #expect(processExitsWith: .success) {
      Self.onSmallStack {
        var row = values(0)
        for number in 1..<Self.count { row = AnyPublisher(row.append(values(number))) }
        Self.check(row, "append")
        row = values(Self.count - 1)
        for number in (0..<Self.count - 1).reversed() {
          row = AnyPublisher(row.prepend(values(number)))
        }
        Self.check(row, "prepend")
        row = values(0)
        for number in 1..<Self.count { row = AnyPublisher(row.merge(with: values(number))) }
        Self.check(row, "merge")
        row = Fail(error: Failed(code: 0)).eraseToAnyPublisher()
        for _ in 1..<Self.count {
          row = AnyPublisher(row.catch { Fail<Int, Failed>(error: Failed(code: $0.code + 1)) })
        }
        row = AnyPublisher(row.catch { Just($0.code).setFailureType(to: Failed.self) })
        Self.check(row.map { $0 - (Self.count - 1) }.eraseToAnyPublisher(), "catch", receives: 1)
      }
    }
  }

  @Test func `E-FLATTEN: a row of 100,000 merged one by one delivers, ends and is released`()
    async
  {
    await #expect(processExitsWith: .success) {
      Self.onSmallStack {
        let (first, last) = (Line(), Line())
        var row = first.eraseToAnyPublisher()
        for number in 0..<Self.count {
          row = row.merge(with: values(number)).eraseToAnyPublisher()
        }
        row = row.merge(with: last).eraseToAnyPublisher()
        Self.check(row, "merge", receives: Self.count + 2) { _ in
          first.send(Self.count)
          last.send(Self.count + 1)
          first.send(.finished)
          last.send(.finished)
        }
        // The other way round, and never subscribed to.
        row = values(0)
        for number in 1..<Self.count {
          row = values(number).merge(with: row).eraseToAnyPublisher()
        }
      }
    }
  }

  @Test func `E-FLATTEN: a row of 100,000 merged lines is cancelled`() async {
    await #expect(processExitsWith: .success) {
      Self.onSmallStack {
        let line = Line()
        var row = line.eraseToAnyPublisher()
        for _ in 1..<Self.count { row = row.merge(with: line).eraseToAnyPublisher() }
        var received = 0
        let token = row.sink { _ in
          preconditionFailure("Ended")
        } receiveValue: { _ in
          received += 1
        }
        line.send(1)
        precondition(received == Self.count)
        token.cancel()
        line.send(1)
        line.send(.finished)
        precondition(received == Self.count)
      }
    }
  }

  @Test func `E-FLATTEN: a row of 100,000 catches delivers, fails over and is released`() async {
    await #expect(processExitsWith: .success) {
      Self.onSmallStack {
        let line = Line()
        var row = line.eraseToAnyPublisher()
        for _ in 0..<Self.count {
          row = row.catch { Fail<Int, Failed>(error: Failed(code: $0.code + 1)) }
            .eraseToAnyPublisher()
        }
        row = row.catch { values($0.code - Self.count + 1) }.eraseToAnyPublisher()
        Self.check(row, "catch", receives: 2) { _ in
          line.send(0)
          line.send(.failure(Failed(code: 0)))
        }
        let calm = Line()
        row = calm.eraseToAnyPublisher()
        for _ in 0..<Self.count { row = row.catch { _ in values(7) }.eraseToAnyPublisher() }
        Self.check(row, "catch of what finishes", receives: 1) { _ in
          calm.send(0)
          calm.send(.finished)
        }
      }
    }
  }

  @Test func `E-FLATTEN: a catch that returns its like, 100,000 times, at once and one by one`()
    async
  {
    await #expect(processExitsWith: .success) {
      Self.onSmallStack {
        func attempt(_ number: Int, _ source: @escaping (Int) -> Row) -> Row {
          source(number)
            .catch { _ in number < Self.count ? attempt(number + 1, source) : values() }
            .eraseToAnyPublisher()
        }
        func failing(_ number: Int) -> Row {
          values(number).append(Fail(error: Failed())).eraseToAnyPublisher()
        }
        Self.check(attempt(0, failing), "at once", receives: Self.count + 1)
        var current = Line()
        let later = attempt(0) { _ in
          current = Line()
          return current.eraseToAnyPublisher()
        }
        Self.check(later, "one by one", receives: Self.count + 1) { _ in
          for number in 0...Self.count {
            current.send(number)
            current.send(.failure(Failed()))
          }
        }
      }
    }
  }

  @Test func `E-FLATTEN: a row that makes its next part itself, 100,000 times`() async {
    await #expect(processExitsWith: .success) {
      Self.onSmallStack {
        func pages(_ number: Int, _ page: @escaping (Int) -> Row) -> Row {
          guard number < Self.count - 1 else { return page(number) }
          return page(number).append(Deferred { pages(number + 1, page) }).eraseToAnyPublisher()
        }
        Self.check(pages(0) { values($0) }, "at once")
        var current = Line()
        let later = pages(0) { _ in
          current = Line()
          return current.eraseToAnyPublisher()
        }
        Self.check(later, "one by one") { _ in
          for number in 0..<Self.count {
            current.send(number)
            current.send(.finished)
          }
        }
      }
    }
  }

  @Test func `Rows of different kinds do not mix`() {
    let (a, b, c, d) = (Line(), Line(), Line(), Line())
    let merged = a.eraseToAnyPublisher().merge(with: b).eraseToAnyPublisher()
    let appended = merged.append(c).eraseToAnyPublisher()
    let caught = appended.catch { values($0.code) }.eraseToAnyPublisher()
    let all = caught.merge(with: d).eraseToAnyPublisher().append(values(8)).eraseToAnyPublisher()
    let recording = all.record()
    a.send(1)
    b.send(2)
    c.send(0)
    d.send(3)
    a.send(.finished)
    c.send(0)
    b.send(.finished)
    c.send(4)
    c.send(.failure(Failed(code: 5)))
    d.send(6)
    d.send(.finished)
    #expect(recording.history == [1, 2, 3, 4, 5, 6, 8, .finished])
  }

  @Test func `What makes the next part may cancel, and is not called for another end`() {
    var token: AnyCancellable?
    let line = Line()
    let next = Line()
    var calls = 0
    let row = line.append(
      Deferred {
        calls += 1
        token?.cancel()
        return next.eraseToAnyPublisher()
      }
    ).eraseToAnyPublisher()
    let recorder = Recorder<Int, Failed>()
    token = row.sink {
      recorder.note(Event($0))
    } receiveValue: {
      recorder.note(.value($0))
    }
    let other = row.record()
    line.send(1)
    line.send(.finished)
    next.send(2)
    #expect(recorder.history == [1])
    #expect(other.history == [1, 2])
    #expect(calls == 2)
    let failed = Fail<Int, Failed>(error: Failed()).append(Deferred { values(1) })
    #expect(failed.eraseToAnyPublisher().record().history == [.failure(Failed())])
  }
}
