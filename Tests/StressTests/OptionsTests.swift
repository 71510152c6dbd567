import Testing

@testable import Stress

@Suite struct OptionsTests {
  @Test func `A case alone runs for a second on small stacks`() throws {
    let options = try Options(["A-POOL"])
    #expect(options.task == .one("A-POOL"))
    #expect(options.seconds == 1)
    #expect(options.seed == 1)
    #expect(options.stack == 512)
    #expect(options.cores == nil)
    #expect(!options.isHere)
  }

  @Test func `Every option is taken, in any order`() throws {
    let options = try Options([
      "all", "--limit", "7", "--cores", "2", "--stack", "8192", "--seed", "18446744073709551615",
      "--seconds", "0",
    ])
    #expect(options.task == .all)
    #expect(options.seconds == 0)
    #expect(options.seed == .max)
    #expect(options.stack == 8192)
    #expect(options.cores == 2)
    #expect(options.limit == 7)
  }

  @Test func `A soak lasts four hours, with a line a minute`() throws {
    let options = try Options(["soak"])
    #expect(options.task == .soak)
    #expect(options.seconds == 4 * 60 * 60)
    #expect(options.every == 60)
    #expect(try Options(["soak", "--every", "1", "--seconds", "5"]).every == 1)
  }

  @Test(arguments: ["-h", "--help"])
  func `Help can be asked for`(argument: String) throws {
    #expect(try Options([argument]).task == .help)
  }

  @Test(arguments: [
    ([], "no case; see --help"),
    ([""], "there is no case ''; see --list"),
    (["A-NOTHING"], "there is no case 'A-NOTHING'; see --list"),
    (["--seconds", "1"], "there is no case '--seconds'; see --list"),
    (["--list", "A-POOL"], "--list stands alone, without 'A-POOL'"),
    (["--help", "--list"], "--help stands alone, without '--list'"),
    (["A-POOL", "A-POOL"], "'A-POOL' does not go with A-POOL; see --help"),
    (["A-POOL", "--seconds"], "--seconds takes a number from 0 to 1000000"),
    (["A-POOL", "--seconds", "-1"], "--seconds takes a number from 0 to 1000000"),
    (["A-POOL", "--seconds", "+1"], "--seconds takes a number from 0 to 1000000"),
    (["A-POOL", "--seconds", "1.5"], "--seconds takes a number from 0 to 1000000"),
    (["A-POOL", "--seconds", "1000001"], "--seconds takes a number from 0 to 1000000"),
    (
      ["A-POOL", "--seed", "18446744073709551616"],
      "--seed takes a number from 0 to 18446744073709551615"
    ),
    (["A-POOL", "--stack", "63"], "--stack takes a number from 64 to 1048576"),
    (["A-POOL", "--cores", "0"], "--cores takes a number from 1 to 1024"),
    (["A-POOL", "--limit", "0"], "--limit takes a number from 1 to 1000000"),
    (["A-POOL", "--seed", "1", "--seed", "1"], "--seed is given twice"),
    (["A-POOL", "--every", "1"], "'--every' does not go with A-POOL; see --help"),
    (["all", "--here"], "'--here' does not go with all; see --help"),
    (["A-POOL", "--here", "--limit", "1"], "--here takes neither --cores nor --limit"),
    (["A-POOL", "--cores", "1", "--here"], "--here takes neither --cores nor --limit"),
  ])
  func `Other arguments are refused with a reason`(arguments: [String], message: String) {
    #expect(throws: Options.Misuse(message: message)) { try Options(arguments) }
  }
}
