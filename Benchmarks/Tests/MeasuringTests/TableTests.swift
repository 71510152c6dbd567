import Measuring
import Testing

@Suite struct TableTests {
  @Test func `a table has ours and each limit, and says what was missed`() {
    let outcomes = [
      Outcome(
        workload: "sync/action", operations: 10, ours: Samples([2, 4, 3]),
        limits: [
          .init(name: "call", samples: Samples([1, 2, 2]), atMost: 1.5),
          .init(name: "nothing", samples: Samples([0, 0, 0])),
        ]),
      Outcome(
        workload: "memory/idle", unit: .bytes, operations: 1, ours: Samples([401]), limits: [],
        atMost: 400),
    ]
    #expect(
      Table(outcomes).text == """
        workload                  median      min      p90  ratio  at most
        sync/action  CoreEngine  3.00 ns  2.00 ns  3.80 ns
                     call        2.00 ns  1.00 ns  2.00 ns  2.00x    1.50x  MISSED
                     nothing        0 ns     0 ns     0 ns      -
        memory/idle  CoreEngine    401 B    401 B    401 B           400 B  MISSED
        """)
  }

  @Test func `what is within its limits is not missed`() {
    var outcome = Outcome(
      workload: "a", operations: 1, ours: Samples([3]),
      limits: [.init(name: "b", samples: Samples([2]), atMost: 1.5)], atMost: 3)
    #expect(outcome.holds)
    #expect(!Table([outcome]).text.contains("MISSED"))
    outcome.ours = Samples([3.1])
    #expect(!outcome.holds)
  }

  @Test(
    arguments: [
      (0, "0"), (0.0123, "0.012"), (0.5, "0.50"), (9.994, "9.99"), (12.34, "12.3"),
      (123.4, "123"), (1_234_567, "1234567"),
    ])
  func `numbers have three digits that count`(value: Double, text: String) {
    #expect(decimal(value) == text)
  }
}
