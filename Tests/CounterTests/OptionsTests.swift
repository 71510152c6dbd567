import Testing

@testable import Counter

@Suite struct OptionsTests {
  @Test func `Without arguments all flavours run`() throws {
    let options = try Options([])
    #expect(options.flavors == [.sync, .streams, .async])
    #expect(!options.wantsHelp)
  }

  @Test(arguments: Options.Flavor.allCases)
  func `One flavour can be chosen`(flavor: Options.Flavor) throws {
    #expect(try Options(["--flavor", flavor.rawValue]).flavors == [flavor])
  }

  @Test(arguments: ["-h", "--help"])
  func `Help can be asked for`(argument: String) throws {
    #expect(try Options([argument]).wantsHelp)
    #expect(try Options(["--flavor", "sync", argument]).wantsHelp)
  }

  @Test(arguments: [
    (["--flavor"], "--flavor takes one of: sync, streams, async"),
    (["--flavor", "rx"], "--flavor takes one of: sync, streams, async"),
    (["--flavour", "sync"], "unknown argument '--flavour'; --help lists what there is"),
    (["sync"], "unknown argument 'sync'; --help lists what there is"),
    ([""], "unknown argument ''; --help lists what there is"),
    (["--help", "-x"], "unknown argument '-x'; --help lists what there is"),
  ])
  func `Other arguments are refused with a reason`(arguments: [String], message: String) {
    #expect(throws: Options.Misuse(message: message)) { try Options(arguments) }
  }
}
