import CoreEngine

private typealias Subject = PassthroughSubject<Int, Never>
private typealias Next = Chain.Next<Int>

extension Workload {
  static var pipelines: [Workload] {
    [
      pipeline("map-filter-map", atMost: 0.9) { subject, sum in
        subject.map { $0 &+ 1 }.filter { $0 & 1 == 0 }.map { $0 &* 3 }.sink { sum.add($0) }
      } chain: { sum in
        Chain.map(
          { $0 &+ 1 }, Chain.filter({ $0 & 1 == 0 }, Chain.map({ $0 &* 3 }, { sum.add($0) })))
      },
      pipeline("map-filter-map, erased at each stage", atMost: nil) { subject, sum in
        subject.map { $0 &+ 1 }.eraseToAnyPublisher()
          .filter { $0 & 1 == 0 }.eraseToAnyPublisher()
          .map { $0 &* 3 }.eraseToAnyPublisher().sink { sum.add($0) }
      } chain: { sum in
        Chain.map(
          { $0 &+ 1 }, Chain.filter({ $0 & 1 == 0 }, Chain.map({ $0 &* 3 }, { sum.add($0) })))
      },
      pipeline("scan") { subject, sum in
        subject.scan(0) { $0 &+ $1 }.sink { sum.add($0) }
      } chain: { sum in
        Chain.scan(0, { $0 &+ $1 }, { sum.add($0) })
      },
      pipeline("removeDuplicates") { subject, sum in
        subject.removeDuplicates().sink { sum.add($0) }
      } chain: { sum in
        Chain.removeDuplicates { sum.add($0) }
      },
      pipeline("flatMap", atMost: 1) { subject, sum in
        subject.flatMap { Just($0) }.sink { sum.add($0) }
      } chain: { sum in
        Chain.flatMap({ value in { $0(value) } }, { sum.add($0) })
      },
      pipeline("switchToLatest", atMost: nil) { subject, sum in
        subject.map { Just($0) }.switchToLatest().sink { sum.add($0) }
      } chain: { sum in
        Chain.switchToLatest({ value in { $0(value) } }, { sum.add($0) })
      },
      pair("merge") { left, right, sum in
        left.merge(with: right).sink { sum.add($0) }
      } chain: { sum in
        let next: Next = { sum.add($0) }
        return (next, next)
      },
      pair("combineLatest") { left, right, sum in
        left.combineLatest(right).sink { sum.add($0.0 &+ $0.1) }
      } chain: { sum in
        Chain.combineLatest { sum.add($0.0 &+ $0.1) }
      },
      pair("zip") { left, right, sum in
        left.zip(right).sink { sum.add($0.0 &+ $0.1) }
      } chain: { sum in
        Chain.zip { sum.add($0.0 &+ $0.1) }
      },
    ]
  }

  private static let values = 500_000

  private static func pipeline(
    _ name: String, atMost: Double? = 1.3, ours: @escaping (Subject, Sum) -> AnyCancellable,
    chain: @escaping (Sum) -> Next
  ) -> Workload {
    Workload(name: "streams/\(name)", operations: values) {
      let agreement = Agreement()
      let (sum, plainSum) = (Sum(), Sum())
      let subject = Subject()
      let token = ours(subject, sum)
      let source = Chain.Source(chain(plainSum))
      return [
        .ours {
          for value in 0..<values { subject.send(value) }
          agreement.note(sum.take(), .ours)
          withExtendedLifetime(token) {}
        },
        .limit("closure chain", atMost: atMost) {
          for value in 0..<values { source.send(value) }
          agreement.note(plainSum.take(), .limit)
        },
      ]
    }
  }

  /// Two sources in turn.
  private static func pair(
    _ name: String, ours: @escaping (Subject, Subject, Sum) -> AnyCancellable,
    chain: @escaping (Sum) -> (Next, Next)
  ) -> Workload {
    Workload(name: "streams/\(name)", operations: values) {
      let agreement = Agreement()
      let (sum, plainSum) = (Sum(), Sum())
      let (left, right) = (Subject(), Subject())
      let token = ours(left, right, sum)
      let (leftNext, rightNext) = chain(plainSum)
      let (leftSource, rightSource) = (Chain.Source(leftNext), Chain.Source(rightNext))
      return [
        .ours {
          for value in 0..<values / 2 {
            left.send(value)
            right.send(value)
          }
          agreement.note(sum.take(), .ours)
          withExtendedLifetime(token) {}
        },
        .limit("closure chain", atMost: 1.3) {
          for value in 0..<values / 2 {
            leftSource.send(value)
            rightSource.send(value)
          }
          agreement.note(plainSum.take(), .limit)
        },
      ]
    }
  }
}
