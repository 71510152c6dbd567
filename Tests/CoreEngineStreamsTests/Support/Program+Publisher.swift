import CoreEngineStreams

extension Program {
  typealias Input = AnyPublisher<Int, Failed>

  /// What the operators make of it.
  func publisher(of sources: Sources) -> Input {
    func make(_ program: Program) -> Input { program.publisher(of: sources) }
    switch self {
    case .input(let index): return sources.inputs[index]
    case .values(let values, let fails):
      let publisher = values.publisher.setFailureType(to: Failed.self)
      if fails { return publisher.append(Fail(error: Failed())).eraseToAnyPublisher() }
      if values.count == 1 {
        return Just(values[0]).setFailureType(to: Failed.self).eraseToAnyPublisher()
      }
      return values.isEmpty ? Empty().eraseToAnyPublisher() : publisher.eraseToAnyPublisher()
    // Not an `Empty`, which lets its subscriber go: a `share` of it would begin anew each time.
    case .never: return sources.inputs[Self.silence]
    case .stage(let stage, let n, let upstream): return stage(make(upstream), n)
    case .merge(let upstreams):
      guard upstreams.count == 2 else {
        return Publishers.MergeMany(upstreams.map(make)).eraseToAnyPublisher()
      }
      let merged = make(upstreams[0]).merge(with: make(upstreams[1]))
      return isRow ? merged.eraseToAnyPublisher() : merged.asItIs().eraseToAnyPublisher()
    case .combineLatest(let a, let b):
      return make(a).combineLatest(make(b), Self.pair).eraseToAnyPublisher()
    case .zip(let a, let b): return make(a).zip(make(b), Self.pair).eraseToAnyPublisher()
    case .flatMap(let upstream, let limit, let inner):
      return make(upstream).flatMap(maxPublishers: limit) { make(.stage(.map, $0, inner)) }
        .eraseToAnyPublisher()
    case .switchToLatest(let upstream, let inner):
      return make(upstream).map { make(.stage(.map, $0, inner)) }.switchToLatest()
        .eraseToAnyPublisher()
    case .append(let a, let b):
      let appended = make(a).append(make(b))
      return isRow ? appended.eraseToAnyPublisher() : appended.asItIs().eraseToAnyPublisher()
    case .prepend(let a, let b):
      let prepended = make(b).prepend(make(a))
      return isRow ? prepended.eraseToAnyPublisher() : prepended.asItIs().eraseToAnyPublisher()
    case .catch(let a, let b, true):
      return make(a).tryCatch { error in
        if error.code % 2 == 1 { throw Failed(code: 50) }
        return make(.stage(.map, error.code, b))
      }
      .asFailed().eraseToAnyPublisher()
    case .catch(let a, let b, false):
      let caught = make(a).catch { make(.stage(.map, $0.code, b)) }
      return isRow ? caught.eraseToAnyPublisher() : caught.asItIs().eraseToAnyPublisher()
    case .retry(let upstream, let count): return make(upstream).retry(count).eraseToAnyPublisher()
    case .shared(let upstream):
      // One for each subscription, as the model has it: a retry begins anew.
      return Improvised { subscriber in
        let shared = make(upstream).share()
        shared.merge(with: shared.map { Self.add($0, 1) }).receive(subscriber: subscriber)
      }
      .eraseToAnyPublisher()
    case .relayed(let upstream):
      return AnyPublisher { subscriber in
        make(upstream).sink {
          subscriber.receive(completion: $0)
        } receiveValue: {
          _ = subscriber.receive($0)
        }
      }
    case .unruly(let unruly): return sources.culprits.publisher(unruly)
    case .paced(let count, let fails, let n):
      return Deferred {
        let clock = sources.clock
        return Paced(count: count, fails: fails, interval: clock.steps(n), clock: clock).publisher
      }
      .eraseToAnyPublisher()
    case .timed(let timed, let n, let upstream):
      let upstream = make(upstream)
      return Deferred { timed(upstream, n, sources.clock) }.eraseToAnyPublisher()
    }
  }
}
