/// What is counted, of one file or of many.
struct Counts: Hashable, Sendable {
  var files = 0

  /// Ends of lines, as `wc -l` counts them. A last line without an end is none of these, but is
  /// blank, comment or code.
  var lines = 0

  /// Lines with nothing but white space, as `grep -c '^[[:space:]]*$'` counts them.
  var blank = 0

  /// Lines with comments and nothing else.
  var comment = 0

  /// All other lines.
  var code = 0
  var bytes = 0

  static func += (sum: inout Counts, other: Counts) {
    sum.files += other.files
    sum.lines += other.lines
    sum.blank += other.blank
    sum.comment += other.comment
    sum.code += other.code
    sum.bytes += other.bytes
  }
}
