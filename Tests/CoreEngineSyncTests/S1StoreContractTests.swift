import CoreEngineSync
import Testing

/// S1: `action` reduces and stores before it returns; an equal state is not stored again.
@Suite struct S1StoreContractTests {
  @Test func `Has reduced and stored when it returns`() {
    let story = Story()
    story.action(.a)
    #expect(story.reduced == [.a])
    #expect(story.state.text == "a")
    story.action(.b)
    #expect(story.reduced == [.a, .b])
    #expect(story.stored == ["a", "ab"])
  }

  @Test
  func `D-ONESHOT: an equal state is not stored, and the action is done on return all the same`() {
    let story = Story()
    story.action(.a)
    story.action(.nothing)
    #expect(story.reduced == [.a, .nothing])
    #expect(story.stored == ["a"])
    story.action(.b)
    #expect(story.stored == ["a", "ab"])
  }

  @Test func `R-WILLSET: an observer reads the state that it is told of, however it was stored`() {
    let story = Story()
    var seen: [[String]] = []
    story.observer = { [unowned story] state in
      seen.append([state.text, story.state.text, story.text])
    }
    story.action(.a)
    story(.b, .c)
    story.state = Story.State(text: "restored")
    story.state.text.append("!")
    let expected = ["a", "ab", "abc", "restored", "restored!"]
    #expect(seen == expected.map { [$0, $0, $0] })
  }
}
