/// Those who wait for a number to get where they want it. Lives under the lock of that number.
struct Waiters: Sendable {
  private var all: [(number: Int, waiter: Waiter)] = []

  /// Puts somebody on the list, to be awaited once the lock has been dropped.
  mutating func add(for number: Int) -> Waiter {
    let waiter = Waiter()
    all.append((number, waiter))
    return waiter
  }

  /// Takes out those who have what they want, to be woken once the lock has been dropped.
  mutating func take(where isMet: (Int) -> Bool) -> [Waiter] {
    if all.isEmpty { return [] }
    defer { all.removeAll { isMet($0.number) } }
    return all.filter { isMet($0.number) }.map(\.waiter)
  }

  /// Forgets somebody who has given up.
  mutating func remove(_ waiter: Waiter) {
    all.removeAll { $0.waiter === waiter }
  }
}
