import CoreEngineSupport
import Testing

@Suite struct ReportTests {
  struct Broken: Error { let part: String }
  final class Machine {}

  @Test func `Tells of an unhandled error in one line of standard error`() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      reportUnhandled(Broken(part: "wheel"), in: Machine.self)
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    let lines = output.split(separator: "\n").filter { $0.hasPrefix("CoreEngine:") }
    #expect(
      lines == [
        """
        CoreEngine: Machine has no handleError(error:), so this error of an effect or action was \
        ignored: Broken(part: "wheel")
        """
      ])
  }
}
