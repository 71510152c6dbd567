import CoreEngineStreams
import TestSupport
import Testing

/// A stored property is read where it lies: whatever lies beside it, the value must be the one that
/// the key path leads to.
@Suite struct MapKeyPathTests {
  /// Whether a property can be read where it lies.
  private enum Way { case byOffset, byKeyPath }

  private func check<Root, Value: Equatable>(
    _ root: Root, _ keyPath: KeyPath<Root, Value>, _ way: Way, equals expected: Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    check(root, keyPath, way, sourceLocation: sourceLocation) { $0 == expected }
  }

  private func check<Root, Value>(
    _ root: Root, _ keyPath: KeyPath<Root, Value>, _ way: Way,
    sourceLocation: SourceLocation = #_sourceLocation, isExpected: (Value) -> Bool
  ) {
    let subject = PassthroughSubject<Root, Never>()
    let recording = subject.map(keyPath).record()
    // Twice, for what the first reading might have done to the memory.
    for _ in 0..<2 { subject.send(root) }
    var count = 0
    for case .value(let value) in recording.history {
      #expect(isExpected(value), sourceLocation: sourceLocation)
      count += 1
    }
    #expect(count == 2, sourceLocation: sourceLocation)
    let hasOffset = MemoryLayout<Root>.offset(of: keyPath) != nil
    #expect(hasOffset == (way == .byOffset), sourceLocation: sourceLocation)
  }

  @Test func `Padding between properties`() {
    struct Padded {
      var a: Int8 = 1
      var b: Int64 = 2
      var c = true
      var d = 4.5
      var e: UInt16 = 5
      var f = "six"
    }
    let root = Padded()
    check(root, \.a, .byOffset, equals: 1)
    check(root, \.b, .byOffset, equals: 2)
    check(root, \.c, .byOffset, equals: true)
    check(root, \.d, .byOffset, equals: 4.5)
    check(root, \.e, .byOffset, equals: 5)
    check(root, \.f, .byOffset, equals: "six")
    check(1, \.self, .byOffset, equals: 1)
  }

  @Test func `Nested structs`() {
    struct Outer {
      struct Middle {
        struct Inner {
          var flag: UInt8 = 1
          var name = "a name that is too long for a small string"
        }
        var before: UInt8 = 2
        var inner = Inner()
      }
      var before: UInt32 = 3
      var middle = Middle()
      var nothing: Void = ()
      var after = 4
    }
    let root = Outer()
    check(root, \.middle.inner.name, .byOffset, equals: Outer.Middle.Inner().name)
    check(root, \.middle.inner.flag, .byOffset, equals: 1)
    check(root, \.middle.before, .byOffset, equals: 2)
    check(root, \.after, .byOffset, equals: 4)
    check(root, \.nothing, .byOffset) { $0 == () }
    let middle: KeyPath<Outer, Outer.Middle> = \.middle
    check(root, middle.appending(path: \.inner).appending(path: \.flag), .byOffset, equals: 1)
  }

  @Test func `Tuples of generic structs`() {
    struct Box<Content> { var small: UInt8 = 1, content: Content }
    struct Pair<A, B> { var pair: (first: Box<A>, Box<B>) }
    func checkAll<A: Equatable, B: Equatable>(_ a: A, _ b: B) {
      let root = Pair(pair: (Box(content: a), Box(content: b)))
      check(root, \.pair.first.content, .byOffset, equals: a)
      check(root, \.pair.1.content, .byOffset, equals: b)
      check(root, \.pair.1.small, .byOffset, equals: 1)
    }
    checkAll(UInt8(1), 2)
    checkAll("one", UInt8(2))
    checkAll([1, 2], Optional("two"))
    check((1, "two"), \.1, .byOffset, equals: "two")
  }

  @Test func `Optionals and enums`() {
    enum Shape: Equatable { case none, circle(Double), named(String, Int) }
    struct Drawing {
      var flag = false
      var number: Int?
      var text: String? = "text"
      var nested: Int?? = .some(nil)
      var shape = Shape.named("square", 4)
      var empty = Shape.none
    }
    let root = Drawing()
    check(root, \.number, .byOffset, equals: nil)
    check(root, \.text, .byOffset, equals: "text")
    check(root, \.nested, .byOffset, equals: .some(nil))
    check(root, \.shape, .byOffset, equals: .named("square", 4))
    check(root, \.empty, .byOffset, equals: .none)
    check(root, \.text?.count, .byKeyPath, equals: 4)
    check(root, \.number?.description, .byKeyPath, equals: nil)
    check(Optional(root), \.?.flag, .byKeyPath, equals: false)
  }

  @Test func `Existentials, objects and closures`() {
    final class Object { var number = 7 }
    struct Mixed<Content> {
      var flag = true
      var error: any Error = Failed(code: 1)
      var anything: Any = [1, 2]
      var object = Object()
      var type: Any.Type = Int.self
      var plain: () -> Int = { 42 }
      var generic: (Content) -> Content
      weak var weakly: Object?
      unowned var unowned: Object
    }
    let object = Object()
    let root = Mixed<Int>(generic: { $0 + 1 }, weakly: object, unowned: object)
    check(root, \.error, .byOffset) { $0 as? Failed == Failed(code: 1) }
    check(root, \.anything, .byOffset) { $0 as? [Int] == [1, 2] }
    check(root, \.object, .byOffset) { $0 === root.object }
    check(root, \.type, .byOffset) { $0 == Int.self }
    check(root, \.object.number, .byKeyPath, equals: 7)
    check(root, \.plain, .byKeyPath) { $0() == 42 }
    check(root, \.generic, .byOffset) { $0(1) == 2 }
    check(root, \.weakly, .byKeyPath) { $0 === object }
    check(root, \.unowned, .byKeyPath) { $0 === object }
    check(object, \.number, .byKeyPath, equals: 7)
  }

  @Test func `Large structs`() {
    struct Large {
      var head = 1
      var bulk = InlineArray<200, Int>(repeating: 2)
      var names = ("a", "b", "c", "d")
      var tail = [3]
    }
    let root = Large()
    check(root, \.head, .byOffset, equals: 1)
    check(root, \.bulk, .byOffset) { $0[0] == 2 && $0[199] == 2 }
    check(root, \.names.3, .byOffset, equals: "d")
    check(root, \.tail, .byOffset, equals: [3])
  }

  @Test func `Computed and observed properties, and subscripts`() {
    struct Computing {
      var stored = [1, 2, 3]
      var observed = 4 { didSet {} }
      var computed: Int { stored.count }
      subscript(index: Int) -> Int { stored[index] }
    }
    let root = Computing()
    check(root, \.observed, .byKeyPath, equals: 4)
    check(root, \.computed, .byKeyPath, equals: 3)
    check(root, \.[1], .byKeyPath, equals: 2)
    check(root, \.stored[2], .byKeyPath, equals: 3)
    check(root, \.stored.count, .byKeyPath, equals: 3)
  }

  @Test func `What was read lives as long as it is held, and no longer`() {
    struct Holder { var flag = false, object: LifetimeProbe.Object }
    let probe = LifetimeProbe()
    var held: [LifetimeProbe.Object] = []
    let subject = PassthroughSubject<Holder, Never>()
    let token = subject.map(\.object).sink { held.append($0) }
    for _ in 0..<3 { subject.send(Holder(object: probe.object())) }
    #expect(probe.count == 3)
    held.removeLast()
    #expect(probe.count == 2)
    held = []
    #expect(probe.count == 0)
    token.cancel()
  }

  @Test func `R-SELECTDUP: a literal takes the fast way, inside a chain, too`() {
    let core = TallyCore()
    // Compared as `Any`: for a value of which only the type is used, Swift 6.3 stops compiling when it
    // optimises.
    let counts: Any = core.$state.map(\.count)
    #expect(counts is Publishers.MapKeyPath<Published<TallyCore.State>.Publisher, Int>)
    var seen: [Int] = []
    let token = core.$state.map(\.count).removeDuplicates().sink { seen.append($0) }
    for action in [TallyCore.Action.other(1), .add(2), .nothing, .add(1)] { core.action(action) }
    #expect(seen == [0, 2, 3])
    token.cancel()
  }

  @Test func `Where the types ask for it, a key path is a closure`() {
    let optional: AnyPublisher<Int?, Never> = Just("four").map(\.count).eraseToAnyPublisher()
    #expect(optional.record().history == [.value(4), .finished])
    let closures: [(String) -> Int] = [\.count]
    #expect(Just("four").map(closures[0]).record().history == [4, .finished])
  }
}
