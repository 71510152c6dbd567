import TestSupport

/// JSON that is written value by value, some of them not as they should be.
struct JSONText {
  private let chooser: any Chooser
  /// Whether to leave out, or to replace, a value now and then.
  private let damages: Bool

  init(_ chooser: any Chooser, damages: Bool) {
    self.chooser = chooser
    self.damages = damages
  }

  func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where scalar.value < 32: result += "?"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return damaged(result + "\"") ?? "null"
  }

  func array(_ values: [String]) -> String {
    damaged("[\(values.joined(separator: ","))]") ?? "null"
  }

  /// - Parameter values: `nil` for what is left out.
  func object(_ values: KeyValuePairs<String, String?>) -> String {
    let fields = values.compactMap { key, value in
      value.flatMap(damaged).map { "\"\(key)\":\($0)" }
    }
    return "{\(fields.joined(separator: ","))}"
  }

  private func damaged(_ value: String) -> String? {
    guard damages, chooser.oneIn(48) else { return value }
    switch chooser.choose(6) {
    case 0: return "null"
    case 1: return "[]"
    case 2: return "\"\""
    case 3: return "1e99"
    case 4: return "{}"
    default: return nil
    }
  }
}
