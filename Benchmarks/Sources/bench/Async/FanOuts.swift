import CoreEngine

extension Workload {
  static var asyncFanOut: [Workload] {
    [1, 10, 100].flatMap { subscribers in
      let fanOut = FanOut(subscribers: subscribers)
      // What the subscribers share does not pay yet.
      let isOne = subscribers == 1
      let operations = fanOut.states * subscribers
      return [
        Workload(name: "async/fan-out .latest/\(subscribers)", operations: operations) {
          [
            ours(fanOut, .latest),
            .limit(
              "newest-1 mailboxes", atMost: isOne ? 2 : 1.5,
              async: {
                let boxes = (0..<subscribers).map { _ in NewestMailbox<Count>() }
                let broadcaster = Broadcaster(boxes)
                return await fanOut.measure(act: { await broadcaster.action(.increase) }) {
                  while !$1.note(await boxes[$0].next()) {}
                }
              }),
          ]
        },
        Workload(name: "async/fan-out .every/\(subscribers)", operations: operations) {
          [
            ours(fanOut, .every),
            .limit(
              "unbounded mailboxes", atMost: isOne ? 1.5 : 0.8,
              async: {
                let boxes = (0..<subscribers).map { _ in UnboundedMailbox<Count>() }
                let broadcaster = Broadcaster(boxes)
                return await fanOut.measure(act: { await broadcaster.action(.increase) }) {
                  while !$1.note(await boxes[$0].next()) {}
                }
              }),
            .limit(
              "an AsyncStream each", atMost: 1,
              async: {
                let boxes = (0..<subscribers).map { _ in StreamMailbox<Count>() }
                let broadcaster = Broadcaster(boxes)
                return await fanOut.measure(act: { await broadcaster.action(.increase) }) {
                  for await state in boxes[$0].stream where $1.note(state) { return }
                }
              }),
          ]
        },
      ]
    }
  }

  private static func ours(_ fanOut: FanOut, _ delivery: StateDelivery) -> Contender {
    .ours(async: {
      let core = CountingCore()
      let states = core.states(delivery)
      return await fanOut.measure(act: { await core.action(.increase) }) {
        for await state in states where $1.note(state) { return }
      }
    })
  }
}
