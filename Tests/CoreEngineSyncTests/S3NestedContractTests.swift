import CoreEngineSync
import Testing

/// S3: an observer's action is reduced at once, and done before the next one of the outer call.
@Suite struct S3NestedContractTests {
  @Test func `R-BATCH: what the first action causes comes before the second`() {
    let asCall = Story()
    asCall.observer = { [unowned asCall] in if $0.text == "a" { asCall.action(.c) } }
    asCall(.a, .b)

    let asTwo = Story()
    asTwo.observer = { [unowned asTwo] in if $0.text == "a" { asTwo.action(.c) } }
    asTwo.action(.a)
    asTwo.action(.b)

    for story in [asCall, asTwo] {
      #expect(story.reduced == [.a, .c, .b])
      #expect(story.stored == ["a", "ac", "acb"])
    }
  }

  @Test func `R-NESTEDLOST: an observer's action starts from the state just stored`() {
    let story = Story()
    var lengths: [[Int]] = []
    story.observer = { [unowned story] state in
      guard state.count < 4 else { return }
      let before = story.count
      story.action(.b)
      lengths.append([before, story.count])
    }
    story.action(.a)
    #expect(story.state.text == "abbb")
    #expect(story.stored == ["a", "ab", "abb", "abbb"])
    #expect(lengths == [[3, 4], [2, 4], [1, 4]])
  }

  @Test(arguments: [[Story.Action.b], [.b, .c], [.nothing, .b]])
  func `R-STRANDED: nothing is left to do when the outer action returns`(caused: [Story.Action]) {
    let story = Story()
    story.observer = { [unowned story] in
      if $0.text == "a" { story.dynamicallyCall(withArguments: caused) }
    }
    story.action(.a)
    #expect(story.reduced == [.a] + caused)
  }

  @Test func `R-STRANDED: an observer of one core may act on another, and back`() {
    let first = Story()
    let second = Story()
    first.observer = { [unowned second] in if $0.count < 4 { second.action(.b) } }
    second.observer = { [unowned first] _ in first.action(.a) }
    first.action(.c)
    #expect(first.stored == ["c", "ca", "caa", "caaa"])
    #expect(second.stored == ["b", "bb", "bbb"])
  }

  @Test func `R-100K: a chain of an observer's actions and a long call are reduced in order`() {
    final class Counter: Core {
      var state = 0 {
        didSet {
          stored.append(state)
          if state < 500 { action(1) }
        }
      }
      var stored: [Int] = []

      func reduce(state: Int, action: Int) -> Int { state + action }
    }
    let counter = Counter()
    counter.action(1)
    #expect(counter.stored == Array(1...500))
    counter.dynamicallyCall(withArguments: Array(repeating: 1, count: 99_500))
    #expect(counter.stored == Array(1...100_000))
  }
}
