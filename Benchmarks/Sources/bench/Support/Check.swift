/// Stops the program where a contender did not do its work, for then its time means nothing.
func check(
  _ holds: Bool, _ what: StaticString = "the work was not done", file: StaticString = #fileID,
  line: UInt = #line
) {
  if !holds { fatalError("\(what)", file: file, line: line) }
}
