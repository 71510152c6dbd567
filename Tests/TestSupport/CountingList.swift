/// A list that counts how often its storage had to be copied before a change.
public struct CountingList: Equatable, Sendable {
  // Safe: written only while a single reference exists, which is the rule of copying on write.
  private final class Storage: @unchecked Sendable {
    var values: [Int]

    init(_ values: [Int]) { self.values = values }
  }

  private var storage: Storage
  private let copies: Log<Int>

  /// Makes a list that notes in `copies` the length of each one made.
  public init(_ values: [Int] = [], copies: Log<Int>) {
    storage = Storage(values)
    self.copies = copies
  }

  public var values: [Int] { storage.values }

  public mutating func append(_ value: Int) {
    if !isKnownUniquelyReferenced(&storage) {
      copies.append(storage.values.count)
      storage = Storage(storage.values)
    }
    storage.values.append(value)
  }

  public static func == (one: CountingList, other: CountingList) -> Bool {
    one.values == other.values
  }
}
