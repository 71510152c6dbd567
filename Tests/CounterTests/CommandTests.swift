import Testing

@testable import Counter

@Suite struct CommandTests {
  @Test(arguments: [
    ("+", Command.action(.increase)),
    ("-", .action(.decrease)),
    ("5", .action(.jump(5))),
    ("+5", .action(.jump(5))),
    ("-12", .action(.jump(-12))),
    ("0", .action(.jump(0))),
    ("9223372036854775807", .action(.jump(.max))),
    ("-9223372036854775808", .action(.jump(.min))),
    ("=7", .action(.set(7))),
    ("=-7", .action(.set(-7))),
    ("= 7", .action(.set(7))),
    ("=9223372036854775807", .action(.set(.max))),
    ("random", .random),
    ("fail", .fail),
    ("q", .quit),
  ])
  func `A known line is a command`(line: String, command: Command) {
    #expect(Command(line) == command)
  }

  @Test(arguments: [
    "", "++", "+ 5", "5 6", "5.0", "1e3", "0x10", "=", "==1", "=x", "Random", "quit", "Q",
    "random 1", "9223372036854775808", "-9223372036854775809", "=9223372036854775808",
    "٣", "−", "\0", "+\n+",
  ])
  func `Any other line is none`(line: String) {
    #expect(Command(line) == nil)
  }
}
