/// How two values differ, part by part: what a failing test shows, and what a logger may want to.
///
/// ```swift
/// let before = State(count: 1, user: User(name: "Ann"), items: [Item(id: 7, title: "Milk")])
/// let after = State(count: 2, user: User(name: "Ann"), items: [])
/// if let difference = Difference(from: before, to: after) { print(difference) }
/// // prints count: 1 -> 2
/// // prints items[id: 7]: - Item(id: 7, title: "Milk")
/// ```
///
/// - Each line is one difference: the way to it, what was there, and what is there instead. What is equal is
///   left out. A long one takes a line for each of the two.
/// - What `==` calls equal is not looked into. Where it calls two values unequal that look alike, that is
///   said.
/// - Arrays are compared by position, or by id if their elements are `Identifiable` and no id occurs twice;
///   then a change of order has a line of its own. (The id that an object has from its address does not
///   count.) Dictionaries are compared by key, sets by element, and by id.
/// - Objects are compared by what they hold, and each pair of them once, so that those which hold each other
///   are no trouble. An actor is not looked into.
/// - The same values give the same text, whatever the order of a dictionary or set.
/// - 100 levels are compared. A level that is deeper is said not to have been.
///
/// It looks at stored properties by reflection (`Mirror`), so a type with a mirror of its own shows what
/// that has. No other thread may change an object meanwhile.
public struct Difference: Hashable, Sendable, CustomStringConvertible {
  /// The lines, the first difference first.
  public let description: String

  /// Compares two values of any type.
  ///
  /// - Parameters:
  ///   - before: The one that is shown first, after a minus where it takes a line of its own.
  ///   - after: The other one.
  /// - Returns: `nil` if there is no difference to be seen.
  /// - Complexity: O(n), where n is the number of parts; more for dictionaries and sets, which it sorts.
  public init?<Value>(from before: Value, to after: Value) {
    var comparison = Comparison()
    let lines = comparison.lines(from: before, to: after)
    guard !lines.isEmpty else { return nil }
    description = lines.joined(separator: "\n")
  }
}
