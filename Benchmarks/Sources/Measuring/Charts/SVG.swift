import Foundation

/// A picture, written as text. Its colours follow the reader's light or dark mode.
struct SVG {
  enum Anchor: String { case start, middle, end }

  private let width: Double
  private let height: Double
  private let title: String
  private var elements: [String] = []

  init(width: Double, height: Double, title: String) {
    self.width = width
    self.height = height
    self.title = title
  }

  mutating func rectangle(
    x: Double, y: Double, width: Double, height: Double, style: String, tooltip: String
  ) {
    elements.append(
      "<rect class=\"\(style)\" x=\"\(number(x))\" y=\"\(number(y))\""
        + " width=\"\(number(width))\" height=\"\(number(height))\">"
        + "<title>\(escape(tooltip))</title></rect>")
  }

  mutating func line(_ points: [(x: Double, y: Double)], style: String) {
    let list = points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
    elements.append("<polyline class=\"\(style)\" points=\"\(list)\"/>")
  }

  mutating func dot(x: Double, y: Double, style: String, tooltip: String) {
    elements.append(
      "<circle class=\"\(style)\" cx=\"\(number(x))\" cy=\"\(number(y))\" r=\"3.5\">"
        + "<title>\(escape(tooltip))</title></circle>")
  }

  mutating func text(
    _ text: String, x: Double, y: Double, anchor: Anchor = .start, style: String = "",
    isVertical: Bool = false
  ) {
    let turn = isVertical ? " transform=\"rotate(-90 \(number(x)) \(number(y)))\"" : ""
    let style = style.isEmpty ? "" : " class=\"\(style)\""
    elements.append(
      "<text\(style) x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor.rawValue)\"\(turn)>"
        + "\(escape(text))</text>")
  }

  var document: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(width)) \(number(height))" \
    width="\(number(width))" height="\(number(height))" role="img">
    <title>\(escape(title))</title>
    <style>
    \(Self.style)
    </style>
    <rect class="page" width="100%" height="100%"/>
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }

  private static let style = """
    text { font: 12px system-ui, sans-serif; fill: #1f2328; }
    .heading { font-size: 15px; font-weight: 600; }
    .faint { fill: #59636e; }
    .page { fill: #ffffff; }
    .grid { stroke: #d1d9e0; fill: none; }
    .one, .promise { stroke: #1f2328; stroke-width: 1.5; fill: none; }
    .promise { stroke-dasharray: 2 2; }
    .kept { fill: #0969da; }
    .missed { fill: #bc4c00; }
    .series { fill: none; stroke-width: 2; }
    .s0 { stroke: #0969da; } .dot.s0 { fill: #0969da; }
    .s1 { stroke: #bc4c00; stroke-dasharray: 6 3; } .dot.s1 { fill: #bc4c00; }
    .s2 { stroke: #8250df; stroke-dasharray: 2 3; } .dot.s2 { fill: #8250df; }
    @media (prefers-color-scheme: dark) {
      text { fill: #f0f6fc; }
      .faint { fill: #9198a1; }
      .page { fill: #0d1117; }
      .grid { stroke: #3d444d; }
      .one, .promise { stroke: #f0f6fc; }
      .kept { fill: #4493f8; }
      .missed { fill: #f0883e; }
      .s0 { stroke: #4493f8; } .dot.s0 { fill: #4493f8; }
      .s1 { stroke: #f0883e; } .dot.s1 { fill: #f0883e; }
      .s2 { stroke: #ab7df8; } .dot.s2 { fill: #ab7df8; }
    }
    """

  private func number(_ value: Double) -> String {
    let rounded = (value * 10).rounded() / 10
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
  }

  private func escape(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;")
      .replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
  }
}
