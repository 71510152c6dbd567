import CoreEngineStreams
import Testing

@Suite struct PublishersSequenceTests {
  @Test(arguments: [0, 1, 3])
  func `Publishes all elements to each subscriber, and finishes`(count: Int) {
    let publisher = Array(0..<count).publisher
    for _ in 0..<2 {
      #expect(publisher.record().history == (0..<count).map { .value($0) } + [.finished])
    }
    #expect(publisher == Array(0..<count).publisher)
  }

  @Test func `An infinite sequence stops when its subscriber does`() {
    let declining = Recorder<Int, Never> { _, event in event != 2 }
    (0...).publisher.subscribe(declining)
    #expect(declining.history == [.subscription, 0, 1, 2])

    let cancelling = Recorder<Int, Never> { recorder, event in
      if event == 2 { recorder.cancel() }
      return true
    }
    (0...).publisher.subscribe(cancelling)
    #expect(cancelling.history == [.subscription, 0, 1, 2])
  }

  @Test(arguments: 0..<4)
  func `An infinite effect stops when its core lets go of it, whatever the stage`(stage: Int) {
    let core = TallyCore()
    func passes(_ value: Int, at place: Int) -> Bool {
      guard place == stage, value == 3 else { return value <= 3 }
      for token in core.subscription { token.cancel() }
      return false
    }
    core.dispatch(
      effect: (0...).publisher
        .filter { passes($0, at: 0) }
        .compactMap { passes($0, at: 1) ? $0 : nil }
        .removeDuplicates { !passes($1, at: 2) }
        .map { value in
          _ = passes(value, at: 3)
          return .add(value)
        })
    #expect(core.reduced == [.add(0), .add(1), .add(2)])
  }
}
