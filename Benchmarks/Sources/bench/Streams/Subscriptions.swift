import CoreEngine

extension Workload {
  static var subscriptions: [Workload] {
    [0, 1_000, 10_000].map { others in
      let n = 20_000
      return Workload(name: "streams/subscribe and cancel beside/\(others)", operations: n) {
        let sum = Sum()
        let subject = PassthroughSubject<Int, Never>()
        let tokens = (0..<others).map { _ in subject.sink { sum.add($0) } }
        let slots = SlotArray()
        for _ in 0..<others { _ = slots.add { sum.add($0) } }
        return [
          .ours {
            for index in 0..<n { subject.sink { sum.add($0 &+ index) }.cancel() }
            subject.send(1)
            check(sum.take() == others)
            withExtendedLifetime(tokens) {}
          },
          .limit("slot array under a lock", atMost: 2) {
            for index in 0..<n { slots.remove(slots.add { sum.add($0 &+ index) }) }
            slots.send(1)
            check(sum.take() == others)
          },
        ]
      }
    } + [
      many("in order") { $0 },
      many("reversed") { $0.reversed() },
      many("shuffled") { indices in
        var generator = SplitMix(seed: 1)
        return indices.shuffled(using: &generator)
      },
    ]
  }

  /// 20,000 subscriptions at once, cancelled in some order.
  private static func many(_ name: String, _ order: @escaping ([Int]) -> [Int]) -> Workload {
    let n = 20_000
    return Workload(name: "streams/20,000 subscriptions, cancelled \(name)", operations: n) {
      let sum = Sum()
      let subject = PassthroughSubject<Int, Never>()
      let slots = SlotArray()
      let order = order(Array(0..<n))
      return [
        .ours {
          let tokens = (0..<n).map { index in subject.sink { sum.add($0 &+ index) } }
          for index in order { tokens[index].cancel() }
          subject.send(1)
          check(sum.take() == 0)
        },
        .limit("slot array under a lock") {
          let tokens = (0..<n).map { index in slots.add { sum.add($0 &+ index) } }
          for index in order { slots.remove(tokens[index]) }
          slots.send(1)
          check(sum.take() == 0)
        },
      ]
    }
  }
}
