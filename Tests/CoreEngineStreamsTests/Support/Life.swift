/// A subscription of a ``Model``, and those below it.
final class Life {
  private(set) var isOver = false

  /// Whether something may begin below it.
  private(set) var isOpen = true
  private var parts: [Life] = []

  /// Called when it ends.
  var onEnd: (() -> Void)?

  /// Begins one below it.
  func part() -> Life {
    let part = Life()
    add(part)
    return part
  }

  /// Has one that has begun be below it.
  func add(_ part: Life) {
    if isOpen { parts.append(part) } else { part.end() }
  }

  /// Ends those below it, for ever.
  func close() {
    isOpen = false
    for part in parts { part.end() }
    parts = []
  }

  func end() {
    if isOver { return }
    isOver = true
    close()
    onEnd.take()?()
  }
}
