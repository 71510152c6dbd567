import Testing

@testable import LineCount

@Suite struct BatchesTests {
  @Test func `Elements leave in groups, in their order`() {
    var batches = Batches<Int>()
    batches.append([1, 2], limit: 3)
    batches.append([3, 4, 5, 6, 7], limit: 3)
    #expect(batches.count == 7)
    #expect(batches.groups == [[1, 2, 3], [4, 5, 6], [7]])
    #expect(batches.popFirst() == [1, 2, 3])
    #expect(batches.count == 4)
    #expect(batches.popFirst() == [4, 5, 6])
    #expect(batches.popFirst() == [7])
    #expect(batches.popFirst() == nil)
    #expect(batches.count == 0)
  }

  @Test func `A group weighs no more than it may, and what weighs more is alone`() {
    var batches = Batches<Int>()
    batches.append([4, 6, 1, 50, 1, 9, 1], limit: 10, weightLimit: 10) { $0 }
    #expect(batches.groups == [[4, 6], [1], [50], [1, 9], [1]])
    batches.append([9, 1], limit: 10, weightLimit: 10) { $0 }
    #expect(batches.groups == [[4, 6], [1], [50], [1, 9], [1, 9], [1]])
  }

  @Test func `No weight overflows`() {
    var batches = Batches<Int>()
    batches.append([.max, .max, 0], limit: 10, weightLimit: 10) { $0 }
    #expect(batches.groups == [[.max], [.max], [0]])
  }
}
