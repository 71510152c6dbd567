import CoreEngineTesting
import TestSupport
import Testing

@Suite struct LogTests {
  let log = Log<Int>()

  @Test func `What is noted stands in order`() {
    #expect(log.values == [])
    for entry in 1...3 { log.append(entry) }
    #expect(log.values == [1, 2, 3])
    #expect(log.count == 3)
  }

  @Test func `What is there is not waited for, and is given with all else`() async {
    for entry in 1...3 { log.append(entry) }
    #expect(await log.values(2) == [1, 2, 3])
    #expect(await log.values(0) == [1, 2, 3])
  }

  @Test func `Who waits goes on with the entry that was missing`() async {
    let begun = Gate()
    begun.open()
    let task = Task { [log] in
      await begun.pass()
      return await log.values(2)
    }
    await begun.entered()
    log.append(1)
    log.append(2)
    #expect(await task.value == [1, 2])
  }

  @Test func `Who waits is let go when the task is cancelled, with what is there`() async {
    log.append(1)
    let task = Task { [log] in await log.values(2) }
    task.cancel()
    #expect(await task.value == [1])
  }

  @Test func `What is taken out is not there any more`() {
    log.append(1)
    #expect(log.removeAll() == [1])
    #expect(log.values == [])
    #expect(log.removeAll() == [])
  }

  @Test func `Nothing is lost of what threads note at once`() async {
    onThreads(4) { [log] index in
      for entry in 0..<1_000 { log.append(index * 1_000 + entry) }
    }
    let values = await log.values(4_000)
    #expect(Set(values) == Set(0..<4_000))
    for index in 0..<4 {
      let own = values.filter { $0 / 1_000 == index }
      #expect(own == own.sorted())
    }
  }
}
