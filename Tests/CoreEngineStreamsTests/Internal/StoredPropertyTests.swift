import Testing

@testable import CoreEngineStreams

@Suite struct StoredPropertyTests {
  private final class Reference {
    var number = 4
  }

  private struct Part {
    var byte: UInt8 = 1
    var text = "a part"
    var pair = (2, "two")
  }

  private struct Root {
    var byte: UInt8 = 7
    var part = Part()
    var list = [1, 2, 3]
    var maybe: Part? = Part()
    var nothing: Part?
    let constant = 1.5
    let reference = Reference()
    var observed = 3 { didSet {} }
    lazy var late = 6
    var computed: Int { observed + 1 }
  }

  private func check<Value: Equatable>(
    _ keyPath: KeyPath<Root, Value>, _ expected: Value, isStored: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let property = StoredProperty(keyPath)
    #expect((property.offset != nil) == isStored, sourceLocation: sourceLocation)
    var root = Root()
    #expect(property.read(from: root) == expected, sourceLocation: sourceLocation)
    root.part.text += String(repeating: ", longer than what fits in place", count: 3)
    #expect(property.read(from: root) == root[keyPath: keyPath], sourceLocation: sourceLocation)
  }

  @Test func `What is stored in the value is read where it lies, all else by the key path`() {
    check(\.byte, 7, isStored: true)
    check(\.part.byte, 1, isStored: true)
    check(\.part.text, "a part", isStored: true)
    check(\.part.pair.1, "two", isStored: true)
    check(\.list, [1, 2, 3], isStored: true)
    check(\.constant, 1.5, isStored: true)
    check(\.list.count, 3, isStored: false)
    check(\.list[1], 2, isStored: false)
    check(\.maybe?.text, "a part", isStored: false)
    check(\.nothing?.byte, nil, isStored: false)
    check(\.reference.number, 4, isStored: false)
    check(\.observed, 3, isStored: false)
    check(\.computed, 4, isStored: false)
  }

  @Test func `The value itself, and what has no size`() {
    struct Empty: Equatable {}
    struct Around { var empty = Empty() }
    #expect(StoredProperty<Int, Int>(\.self).read(from: 5) == 5)
    #expect(StoredProperty<Around, Empty>(\.empty).read(from: Around()) == Empty())
  }
}
