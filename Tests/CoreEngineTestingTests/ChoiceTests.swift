import Testing

@testable import CoreEngineTesting

struct ChoiceTests {
  @Test
  func theSameSeedChoosesTheSame() {
    for seed in UInt64(0)..<20 {
      #expect(choices(seed, of: 7, 100) == choices(seed, of: 7, 100))
    }
  }

  @Test
  func seedsDiffer() {
    #expect(Set((UInt64(0)..<20).map { choices($0, of: 7, 100) }).count == 20)
  }

  @Test
  func everyoneIsChosenInTheEnd() {
    for seed in UInt64(0)..<20 {
      #expect(Set(choices(seed, of: 5, 1_000)) == Set(0..<5))
    }
  }

  /// Whoever is not the newest waits long under one, whoever is not the oldest under the other.
  @Test
  func someSeedsMostlyChooseTheLastAndSomeTheFirst() {
    let often = (UInt64(0)..<100).map { seed in
      let choices = choices(seed, of: 5, 1_000)
      return (choices.filter { $0 == 4 }.count > 900, choices.filter { $0 == 0 }.count > 900)
    }
    #expect(often.contains { $0.0 })
    #expect(often.contains { $0.1 })
    #expect(often.contains { !$0.0 && !$0.1 })
  }

  @Test
  func whoIsAloneIsChosen() {
    #expect(choices(1, of: 1, 10) == Array(repeating: 0, count: 10))
  }

  private func choices(_ seed: UInt64, of count: Int, _ times: Int) -> [Int] {
    var choice = Choice(seed: seed)
    return (0..<times).map { _ in choice.next(of: count) }
  }
}
