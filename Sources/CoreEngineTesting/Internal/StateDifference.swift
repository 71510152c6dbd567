/// How two values differ, part by part: `count: 2 -> 1`.
///
/// - Returns: `nil` if there is no difference to be seen.
func difference<Value>(from expected: Value, to actual: Value) -> String? {
  let (one, other) = (Mirror(reflecting: expected), Mirror(reflecting: actual))
  if one.displayStyle == .struct {
    let lines = zip(one.children, other.children).compactMap { one, other -> String? in
      let (before, after) = (String(reflecting: one.value), String(reflecting: other.value))
      return before == after ? nil : "\(one.label ?? "?"): \(before) -> \(after)"
    }
    if !lines.isEmpty { return lines.joined(separator: "\n") }
  }
  let (before, after) = (String(reflecting: expected), String(reflecting: actual))
  return before == after ? nil : "\(before) -> \(after)"
}
