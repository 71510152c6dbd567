import CoreEngineStreams

/// An operator with one publisher behind it, in a ``Program``: as the module has it, and as a rule of
/// what comes out for what comes in.
enum Stage: CaseIterable {
  case map, mapKeyPath, filter, compactMap, replaceNil, mapError, ignoreOutput, erase, handleEvents
  case print, setFailureType
  case tryMap, tryFilter, tryCompactMap, scan, tryScan, removeDuplicates, tryRemoveDuplicates
  case dropFirst, dropWhile, tryDropWhile, prefix, prefixWhile, tryPrefixWhile
  case first, firstWhere, tryFirstWhere, reduce, collect, replaceEmpty, replaceError, deferred

  typealias Upstream = AnyPublisher<Int, Failed>
  typealias Outcome = Event<Int, Failed>

  private static func isGood(_ value: Int, _ n: Int) -> Bool { (value + n) % 3 != 0 }

  private static func check(_ value: Int, _ n: Int) throws -> Int {
    if value % 5 == n { throw Failed(code: value + 100) }
    return value
  }

  /// The operator.
  ///
  /// - Parameter n: What it is made with.
  func callAsFunction(_ upstream: Upstream, _ n: Int) -> Upstream {
    switch self {
    case .map: upstream.map { Program.add($0, n) }.eraseToAnyPublisher()
    case .mapKeyPath: upstream.map(\.self).eraseToAnyPublisher()
    case .filter: upstream.filter { Self.isGood($0, n) }.eraseToAnyPublisher()
    case .compactMap:
      upstream.compactMap { Self.isGood($0, n) ? $0 + 1 : nil }.eraseToAnyPublisher()
    case .replaceNil:
      upstream.map { Self.isGood($0, n) ? $0 : nil }.replaceNil(with: 7).eraseToAnyPublisher()
    case .mapError: upstream.mapError { Failed(code: $0.code + 1) }.eraseToAnyPublisher()
    case .ignoreOutput: upstream.ignoreOutput().map(Self.absurd).eraseToAnyPublisher()
    case .erase: upstream.eraseToAnyPublisher().eraseToAnyPublisher()
    case .handleEvents: upstream.handleEvents(receiveOutput: { _ in }).eraseToAnyPublisher()
    case .print: upstream.print("numbers") { _ in }.eraseToAnyPublisher()
    case .setFailureType:
      upstream.replaceError(with: n).setFailureType(to: Failed.self).eraseToAnyPublisher()
    case .tryMap:
      upstream.tryMap { try Self.check($0, n) + 1 }.asFailed().eraseToAnyPublisher()
    case .tryFilter:
      upstream.tryFilter { try Self.isGood(Self.check($0, n), n) }.asFailed().eraseToAnyPublisher()
    case .tryCompactMap:
      upstream.tryCompactMap { try Self.isGood(Self.check($0, n), n) ? $0 + 1 : nil }.asFailed()
        .eraseToAnyPublisher()
    case .scan: upstream.scan(n, Program.add).eraseToAnyPublisher()
    case .tryScan:
      upstream.tryScan(n) { try Program.add($0, Self.check($1, n)) }.asFailed()
        .eraseToAnyPublisher()
    case .removeDuplicates:
      upstream.removeDuplicates { $0 % 3 == $1 % 3 }.eraseToAnyPublisher()
    case .tryRemoveDuplicates:
      upstream.tryRemoveDuplicates { try $0 % 3 == Self.check($1, n) % 3 }.asFailed()
        .eraseToAnyPublisher()
    case .dropFirst: upstream.dropFirst(n).eraseToAnyPublisher()
    case .dropWhile: upstream.drop { Self.isGood($0, n) }.eraseToAnyPublisher()
    case .tryDropWhile:
      upstream.tryDrop { try Self.isGood(Self.check($0, n), n) }.asFailed().eraseToAnyPublisher()
    case .prefix: upstream.prefix(n).eraseToAnyPublisher()
    case .prefixWhile: upstream.prefix { Self.isGood($0, n) }.eraseToAnyPublisher()
    case .tryPrefixWhile:
      upstream.tryPrefix { try Self.isGood(Self.check($0, n), n) }.asFailed().eraseToAnyPublisher()
    case .first: upstream.first().eraseToAnyPublisher()
    case .firstWhere: upstream.first { Self.isGood($0, n) }.eraseToAnyPublisher()
    case .tryFirstWhere:
      upstream.tryFirst { try Self.isGood(Self.check($0, n), n) }.asFailed().eraseToAnyPublisher()
    case .reduce: upstream.reduce(n, Program.add).eraseToAnyPublisher()
    case .collect: upstream.collect().map { $0.reduce(n, Program.add) }.eraseToAnyPublisher()
    case .replaceEmpty: upstream.replaceEmpty(with: n).eraseToAnyPublisher()
    case .replaceError:
      upstream.replaceError(with: n).setFailureType(to: Failed.self).eraseToAnyPublisher()
    case .deferred: Deferred { upstream }.eraseToAnyPublisher()
    }
  }

  /// What is to come out for each event that comes in. An end among it cancels upstream first.
  func rule(_ n: Int) -> (Outcome) -> [Outcome] {
    var kept = n
    var last: Int?
    var count = 0
    var isOpen = false
    switch self {
    case .map: return { Self.values($0) { [.value(Program.add($0, n))] } }
    case .mapKeyPath, .erase, .handleEvents, .print, .deferred: return { [$0] }
    case .filter: return { Self.values($0) { Self.isGood($0, n) ? [.value($0)] : [] } }
    case .compactMap: return { Self.values($0) { Self.isGood($0, n) ? [.value($0 + 1)] : [] } }
    case .replaceNil: return { Self.values($0) { [.value(Self.isGood($0, n) ? $0 : 7)] } }
    case .ignoreOutput: return { Self.values($0) { _ in [] } }
    case .mapError:
      return { event in
        if case .failure(let error) = event {
          [.failure(Failed(code: error.code + 1))]
        } else {
          [event]
        }
      }
    case .tryMap: return { Self.checked($0, n) { [.value($0 + 1)] } }
    case .tryFilter: return { Self.checked($0, n) { Self.isGood($0, n) ? [.value($0)] : [] } }
    case .tryCompactMap:
      return { Self.checked($0, n) { Self.isGood($0, n) ? [.value($0 + 1)] : [] } }
    case .scan, .tryScan:
      let isScan = self == .scan
      return { event in
        (isScan ? Self.values(event, Self.value) : Self.checked(event, n, Self.value)).map {
          event in
          guard case .value(let value) = event else { return event }
          kept = Program.add(kept, value)
          return .value(kept)
        }
      }
    case .removeDuplicates, .tryRemoveDuplicates:
      let mayThrow = self == .tryRemoveDuplicates
      return { event in
        // The first has nothing to be compared with.
        let checked = mayThrow && last != nil ? Self.checked(event, n, Self.value) : [event]
        guard case .value(let value) = checked[0] else { return checked }
        if let last, last % 3 == value % 3 { return [] }
        last = value
        return checked
      }
    case .dropFirst:
      return {
        Self.values($0) { value in
          count += 1
          return count > n ? [.value(value)] : []
        }
      }
    case .dropWhile, .tryDropWhile:
      let mayThrow = self == .tryDropWhile
      return { event in
        if isOpen { return [event] }
        let checked = mayThrow ? Self.checked(event, n, Self.value) : [event]
        guard case .value(let value) = checked[0] else { return checked }
        isOpen = !Self.isGood(value, n)
        return isOpen ? checked : []
      }
    case .prefix:
      return {
        Self.values($0) { value in
          count += 1
          return count == n ? [.value(value), .finished] : [.value(value)]
        }
      }
    case .prefixWhile:
      return { Self.values($0) { Self.isGood($0, n) ? [.value($0)] : [.finished] } }
    case .tryPrefixWhile:
      return { Self.checked($0, n) { Self.isGood($0, n) ? [.value($0)] : [.finished] } }
    case .first: return { Self.values($0) { [.value($0), .finished] } }
    case .firstWhere:
      return { Self.values($0) { Self.isGood($0, n) ? [.value($0), .finished] : [] } }
    case .tryFirstWhere:
      return { Self.checked($0, n) { Self.isGood($0, n) ? [.value($0), .finished] : [] } }
    case .reduce, .collect:
      return { event in
        switch event {
        case .value(let value):
          kept = Program.add(kept, value)
          return []
        case .finished: return [.value(kept), .finished]
        case .failure, .subscription: return [event]
        }
      }
    case .replaceEmpty:
      return { event in
        if case .value = event { isOpen = true }
        return event == .finished && !isOpen ? [.value(n), .finished] : [event]
      }
    case .replaceError, .setFailureType:
      return { event in
        if case .failure = event { [.value(n), .finished] } else { [event] }
      }
    }
  }

  /// Generic, since the compiler refuses code that would run with a `Never`.
  private static func absurd<Value>(_ value: Value) -> Int { value as! Int }

  private static func value(_ value: Int) -> [Outcome] { [.value(value)] }

  private static func values(_ event: Outcome, _ body: (Int) -> [Outcome]) -> [Outcome] {
    if case .value(let value) = event { body(value) } else { [event] }
  }

  private static func checked(_ event: Outcome, _ n: Int, _ body: (Int) -> [Outcome]) -> [Outcome] {
    values(event) { value in
      do { return try body(check(value, n)) } catch { return [.failure(error as! Failed)] }
    }
  }
}
