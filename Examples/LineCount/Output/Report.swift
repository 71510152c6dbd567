import Foundation

/// What is printed at the end.
struct Report {
  enum Key: String, CaseIterable {
    case name, files, lines, blank, comment, code, bytes
  }

  private let counting: Counting
  private let key: Key

  init(_ counting: Counting, sortedBy key: Key) {
    self.counting = counting
    self.key = key
  }

  private var languages: [(name: String, counts: Counts)] {
    sorted(counting.totals.map { ($0.key.rawValue, $0.value) }, name: \.0, counts: \.1)
  }

  private var files: [FileCount] {
    sorted(counting.files.groups.flatMap(\.self), name: \.path, counts: \.counts)
  }

  private var problems: [Problem] { counting.problems.sorted { $0.path < $1.path } }

  /// What the last row is called.
  private var totalName: String { isPartial ? "Total (partial)" : "Total" }

  private var total: Counts { counting.totals.values.reduce(into: Counts()) { $0 += $1 } }
  private var isPartial: Bool { counting.phase == .cancelled }

  /// - Parameter write: Called with each part of the text.
  func write(_ format: Options.Format, byFile: Bool, to write: (String) -> Void) {
    switch format {
    case .table: writeTable(byFile, to: write)
    case .csv: writeCSV(byFile, to: write)
    case .json: writeJSON(byFile, to: write)
    }
  }

  /// What goes to standard error.
  var remarks: String {
    var remarks = ""
    if isPartial {
      remarks +=
        "Interrupted: \(counting.done) of the \(counting.discovered) files found so far are counted.\n"
    }
    if counting.linksNotFollowed > 0 {
      remarks += "Links not followed: \(counting.linksNotFollowed)\n"
    }
    if !counting.problems.isEmpty {
      remarks += "Errors: \(counting.problems.count)\n"
      for problem in problems {
        remarks += "  \(problem.path.line): \(problem.reason)\n"
      }
    }
    return remarks
  }

  private func sorted<Row, Name: Comparable>(
    _ rows: [Row], name: (Row) -> Name, counts: (Row) -> Counts
  ) -> [Row] {
    rows.sorted { one, other in
      let (first, second) = (key.value(of: counts(one)), key.value(of: counts(other)))
      return first == second ? name(one) < name(other) : first > second
    }
  }

  // MARK: Table

  private func writeTable(_ byFile: Bool, to write: (String) -> Void) {
    let (last, total) = (totalName, total)
    let rows = byFile ? files.map { ($0.path.line, $0.counts) } : languages
    let label = rows.reduce(max(last.count, 8)) { max($0, $1.0.count) }
    let number = max(String(total.bytes).count, 7)
    func line(_ name: String, _ cells: [String]) -> String {
      cells.reduce(into: name + String(repeating: " ", count: label - name.count)) { line, cell in
        line += String(repeating: " ", count: 2 + number - cell.count) + cell
      } + "\n"
    }
    func line(_ name: String, _ counts: Counts) -> String {
      line(name, Counts.columns.map { String(counts[keyPath: $0.value]) })
    }
    let head = line(byFile ? "File" : "Language", Counts.columns.map(\.name.capitalized))
    let rule = String(repeating: "-", count: head.count - 1) + "\n"
    write(head + rule)
    for (name, counts) in rows { write(line(name, counts)) }
    write(rule + line(last, total))
  }

  // MARK: CSV

  private func writeCSV(_ byFile: Bool, to write: (String) -> Void) {
    func line(_ cells: [String], _ counts: Counts) -> String {
      let numbers = Counts.columns.map { String(counts[keyPath: $0.value]) }
      return (cells.map(quoted) + numbers).joined(separator: ",") + "\n"
    }
    let names = Counts.columns.map(\.name).joined(separator: ",")
    write("\(byFile ? "file,language" : "language"),\(names)\n")
    if byFile {
      for file in files { write(line([file.path.text, file.language.rawValue], file.counts)) }
      write(line([totalName, ""], total))
    } else {
      for row in languages { write(line([row.name], row.counts)) }
      write(line([totalName], total))
    }
  }

  private func quoted(_ cell: String) -> String {
    guard cell.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else {
      return cell
    }
    // Literally: a quote with an accent is one character, and has to be doubled as well.
    let doubled = cell.replacingOccurrences(of: "\"", with: "\"\"", options: .literal)
    return "\"" + doubled + "\""
  }

  // MARK: JSON

  private struct Row: Encodable {
    var file: String?
    var language: String?
    var files, lines, blank, comment, code, bytes: Int

    init(file: String? = nil, language: String? = nil, _ counts: Counts) {
      (self.file, self.language) = (file, language)
      (files, lines, blank) = (counts.files, counts.lines, counts.blank)
      (comment, code, bytes) = (counts.comment, counts.code, counts.bytes)
    }
  }

  private struct Failure: Encodable {
    var file: String
    var error: String
  }

  /// Row by row: an encoder that is given all of them at once takes many times their memory.
  private func writeJSON(_ byFile: Bool, to write: (String) -> Void) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func text(_ value: some Encodable) -> String {
      do {
        return String(decoding: try encoder.encode(value), as: UTF8.self)
      } catch {
        fatalError("There is nothing in a row that JSON cannot express, but: \(error)")
      }
    }
    func list(_ name: String, _ rows: some Sequence<some Encodable>) {
      write("\"\(name)\":[")
      var separator = "\n"
      for row in rows {
        write(separator + text(row))
        separator = ",\n"
      }
      write("],\n")
    }
    write("{")
    list("languages", languages.map { Row(language: $0.name, $0.counts) })
    if byFile {
      let rows = files.lazy.map {
        Row(file: $0.path.text, language: $0.language.rawValue, $0.counts)
      }
      list("files", rows)
    }
    list("errors", problems.map { Failure(file: $0.path.text, error: "\($0.reason)") })
    write("\"linksNotFollowed\":\(counting.linksNotFollowed),\n")
    write("\"partial\":\(isPartial),\n\"total\":\(text(Row(total)))}\n")
  }
}

extension Report.Key {
  /// What rows are compared by, the greatest first.
  fileprivate func value(of counts: Counts) -> Int {
    switch self {
    case .name: 0
    case .files: counts.files
    case .lines: counts.lines
    case .blank: counts.blank
    case .comment: counts.comment
    case .code: counts.code
    case .bytes: counts.bytes
    }
  }
}

extension Counts {
  fileprivate static let columns: [(name: String, value: any KeyPath<Counts, Int> & Sendable)] = [
    ("files", \.files), ("lines", \.lines), ("blank", \.blank), ("comment", \.comment),
    ("code", \.code), ("bytes", \.bytes),
  ]
}
