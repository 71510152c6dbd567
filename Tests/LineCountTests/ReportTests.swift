import Foundation
import Testing

@testable import LineCount

@Suite struct ReportTests {
  private static let counting: Counting = {
    var state = Counting(settings: .init(keepsFiles: true))
    _ = state.apply(.start(["src"]))
    let swift = Counts(files: 1, lines: 10, blank: 1, comment: 2, code: 7, bytes: 300)
    let other = Counts(files: 1, lines: 30, blank: 0, comment: 0, code: 30, bytes: 100)
    let file = FileCount(path: "src/a,\"b\".swift", language: .swift, counts: swift)
    let line = FileCount(path: "src/new\nline", language: .other, counts: other)
    _ = state.apply(.found(Findings(files: [File(path: "x", size: 1), File(path: "y", size: 2)])))
    _ = state.apply(.counted([file, line], []))
    return state
  }()

  private func text(
    _ format: Options.Format, byFile: Bool = false, by key: Report.Key = .lines,
    _ counting: Counting = counting
  ) -> String {
    var text = ""
    Report(counting, sortedBy: key).write(format, byFile: byFile) { text += $0 }
    return text
  }

  @Test func `A table by language`() {
    #expect(
      text(.table) == """
        Language    Files    Lines    Blank  Comment     Code    Bytes
        --------------------------------------------------------------
        Other           1       30        0        0       30      100
        Swift           1       10        1        2        7      300
        --------------------------------------------------------------
        Total           2       40        1        2       37      400

        """)
  }

  @Test func `A table by file has each on one line`() {
    #expect(
      text(.table, byFile: true, by: .bytes) == """
        File               Files    Lines    Blank  Comment     Code    Bytes
        ---------------------------------------------------------------------
        src/a,"b".swift        1       10        1        2        7      300
        src/new\\nline          1       30        0        0       30      100
        ---------------------------------------------------------------------
        Total                  2       40        1        2       37      400

        """)
  }

  @Test func `CSV quotes what it has to`() {
    #expect(
      text(.csv) == """
        language,files,lines,blank,comment,code,bytes
        Other,1,30,0,0,30,100
        Swift,1,10,1,2,7,300
        Total,2,40,1,2,37,400

        """)
    #expect(
      text(.csv, byFile: true, by: .name) == """
        file,language,files,lines,blank,comment,code,bytes
        "src/a,""b"".swift",Swift,1,10,1,2,7,300
        "src/new\nline",Other,1,30,0,0,30,100
        Total,,2,40,1,2,37,400

        """)
    var state = Counting(settings: .init(keepsFiles: true))
    _ = state.apply(.start(["src"]))
    _ = state.apply(.counted([fileCount("a\"\u{301},b", .other, lines: 1)], []))
    let lines = text(.csv, byFile: true, state).unicodeScalars.split(separator: "\n")
    #expect(String(lines[1]).utf8.elementsEqual("\"a\"\"\u{301},b\",Other,1,1,0,0,0,0".utf8))
  }

  @Test func `JSON can be read again`() throws {
    var counting = Self.counting
    _ = counting.apply(.counted([], [Problem(path: "src/gone\n", reason: .vanished)]))
    _ = counting.apply(.cancel)
    let json = try JSONSerialization.jsonObject(
      with: Data(text(.json, byFile: true, counting).utf8))
    let expected: [String: Any] = [
      "languages": [
        [
          "language": "Other", "files": 1, "lines": 30, "blank": 0, "comment": 0, "code": 30,
          "bytes": 100,
        ],
        [
          "language": "Swift", "files": 1, "lines": 10, "blank": 1, "comment": 2, "code": 7,
          "bytes": 300,
        ],
      ],
      "files": [
        [
          "file": "src/new\nline", "language": "Other", "files": 1, "lines": 30, "blank": 0,
          "comment": 0, "code": 30, "bytes": 100,
        ],
        [
          "file": "src/a,\"b\".swift", "language": "Swift", "files": 1, "lines": 10, "blank": 1,
          "comment": 2, "code": 7, "bytes": 300,
        ],
      ],
      "errors": [
        ["file": "src/gone\n", "error": "it was there, and vanished before it could be read"]
      ],
      "linksNotFollowed": 0, "partial": true,
      "total": [
        "files": 2, "lines": 40, "blank": 1, "comment": 2, "code": 37, "bytes": 400,
      ],
    ]
    #expect(json as? NSDictionary == expected as NSDictionary)
  }

  @Test func `JSON of nothing can be read, too`() throws {
    let json = try JSONSerialization.jsonObject(with: Data(text(.json, Counting()).utf8))
    #expect((json as? [String: Any])?["languages"] as? [String] == [])
  }

  @Test(arguments: Report.Key.allCases)
  func `Rows are sorted by what was asked for, the greatest first, then by name`(key: Report.Key) {
    var state = Counting(settings: .init(keepsFiles: true))
    _ = state.apply(.start(["src"]))
    let counts = [
      Counts(files: 1, lines: 3, blank: 1, comment: 2, code: 0, bytes: 9),
      Counts(files: 1, lines: 1, blank: 3, comment: 1, code: 5, bytes: 8),
      Counts(files: 1, lines: 2, blank: 2, comment: 2, code: 1, bytes: 7),
    ]
    let files = zip(["c", "a", "b"] as [Path], counts).map {
      FileCount(path: $0, language: .other, counts: $1)
    }
    _ = state.apply(.counted(files, []))
    let names = text(.csv, byFile: true, by: key, state).split(separator: "\n").dropFirst()
      .dropLast().map { String($0.prefix(1)) }.joined()
    let expected: [Report.Key: String] = [
      .name: "abc", .files: "abc", .lines: "cba", .blank: "abc", .comment: "bca", .code: "abc",
      .bytes: "cab",
    ]
    #expect(names == expected[key])
  }

  @Test func `What is partial says so`() {
    var counting = Self.counting
    _ = counting.apply(.found(Findings(files: [File(path: "z", size: 1)])))
    _ = counting.apply(.cancel)
    #expect(text(.table, counting).contains("\nTotal (partial)  "))
    #expect(text(.csv, counting).contains("\nTotal (partial),"))
    #expect(
      Report(counting, sortedBy: .name).remarks
        == "Interrupted: 2 of the 3 files found so far are counted.\n")
  }

  @Test func `Errors are listed by path, each on one line`() {
    var counting = Self.counting
    let problems = [
      Problem(path: "b\nc", reason: .error(FileError(number: EACCES))),
      Problem(path: "a", reason: .danglingLink),
    ]
    _ = counting.apply(.found(Findings(problems: problems, linksNotFollowed: 3)))
    #expect(
      Report(counting, sortedBy: .name).remarks == """
        Links not followed: 3
        Errors: 2
          a: a dangling link
          b\\nc: Permission denied

        """)
    #expect(Report(Self.counting, sortedBy: .name).remarks == "")
  }
}
