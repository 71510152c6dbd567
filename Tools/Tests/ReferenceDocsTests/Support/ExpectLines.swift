import Testing

/// Compares texts, and shows where they first differ.
func expectLines(
  _ text: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  if text == expected { return }
  let found = text.split(separator: "\n", omittingEmptySubsequences: false)
  let wanted = expected.split(separator: "\n", omittingEmptySubsequences: false)
  let index = zip(found, wanted).prefix { $0 == $1 }.count
  let line = index < found.count ? found[index] : "the end"
  let other = index < wanted.count ? wanted[index] : "the end"
  Issue.record(
    "line \(index + 1) is\n\(line)\nand not\n\(other)\n\nof:\n\(text)",
    sourceLocation: sourceLocation)
}
