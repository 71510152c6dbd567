import TestSupport
import Testing

@testable import Counter

@Suite struct SessionTests {
  /// What a session shows for these lines, and how many of them it took.
  private func show(
    _ lines: [String], flavors: [Options.Flavor] = Options.Flavor.allCases,
    random: @escaping () -> Int = { 0 }
  ) async -> (shown: [String], taken: Int) {
    let shown = Log<String>()
    var session = await Session(flavors: flavors, random: random) { shown.append($0) }
    var taken = 0
    for line in lines {
      taken += 1
      guard await session.handle(line) else { break }
    }
    return (shown.values, taken)
  }

  @Test func `Each command is shown by every flavour, in the same order`() async {
    let (shown, taken) = await show(["+", "+", "-", "fail", "5", "=-3"])
    #expect(
      shown
        == ["0", "1", "2", "1", "failed: no answer", "6", "-3"].flatMap {
          ["sync     \($0)", "streams  \($0)", "async    \($0)"]
        })
    #expect(taken == 6)
  }

  @Test(arguments: Options.Flavor.allCases)
  func `One flavour shows the same alone`(flavor: Options.Flavor) async {
    let lines = ["+", "fail", "+", "=9", "random"]
    let alone = await show(lines, flavors: [flavor], random: { 4 }).shown
    let among = await show(lines, random: { 4 }).shown
    #expect(alone == among.filter { $0.hasPrefix(flavor.rawValue) })
    #expect(alone.count == 6)
  }

  @Test func `All flavours get the same random number, and a new one each time`() async {
    var numbers = [7, 42].makeIterator()
    let (shown, _) = await show(["random", "random"], random: { numbers.next() ?? -1 })
    #expect(
      shown.dropFirst(3) == [
        "sync     7", "streams  7", "async    7", "sync     42", "streams  42", "async    42",
      ])
  }

  @Test func `A change to the same count is not shown`() async {
    let (shown, _) = await show(["=0", "0", "=5", "=5", "random"], random: { 5 })
    #expect(shown.dropFirst(3) == ["sync     5", "streams  5", "async    5"])
  }

  @Test func `A count at the end of Int stays there`() async {
    let (shown, _) = await show(
      ["=9223372036854775807", "+", "9223372036854775807", "-"], flavors: [.sync])
    #expect(
      shown == ["sync     0", "sync     9223372036854775807", "sync     9223372036854775806"])
  }

  @Test func `An unknown line is answered with what is known, and the session goes on`() async {
    let (shown, taken) = await show(["what?", "99999999999999999999", "+"], flavors: [.streams])
    #expect(
      shown == [
        "streams  0", "unknown command \"what?\"; \(Command.help)",
        "unknown command \"99999999999999999999\"; \(Command.help)", "streams  1",
      ])
    #expect(taken == 3)
  }

  @Test func `Space around a command and empty lines mean nothing`() async {
    let (shown, _) = await show(["", "   ", "\r", "\t+ \r", " = 5\r"], flavors: [.async])
    #expect(shown == ["async    0", "async    1", "async    5"])
  }

  @Test func `After q no line is taken`() async {
    let (shown, taken) = await show(["+", "q", "+"], flavors: [.sync])
    #expect(shown == ["sync     0", "sync     1"])
    #expect(taken == 2)
  }
}
