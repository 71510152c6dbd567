import CoreEngineStreams
import TestSupport
import Testing

@Suite struct PrintTests {
  @Test func `Every event is a line`() {
    let log = Log<String>()
    let recording = [1, 2].publisher.print("numbers", to: log.append).record()
    #expect(recording.history == [1, 2, .finished])
    #expect(
      log.values == [
        "numbers: receive subscription", "numbers: receive value: (1)",
        "numbers: receive value: (2)", "numbers: receive finished",
      ])
  }

  @Test func `A failure and a cancel have words of their own`() {
    let log = Log<String>()
    let failing = Fail<Int, Failed>(error: Failed(code: 1))
    _ = failing.print(to: log.append).record()
    Empty<Int, Never>(completeImmediately: false).print(to: log.append).record().cancel()
    #expect(
      log.values == [
        "receive subscription", "receive error: (Failed(code: 1))", "receive subscription",
        "receive cancel",
      ])
  }

  @Test func `Without a place to write to it prints`() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      Just(1).print("one").sink { _ in }.cancel()
    }
    let text = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(
      text.contains("one: receive subscription\none: receive value: (1)\none: receive finished\n"))
  }
}
