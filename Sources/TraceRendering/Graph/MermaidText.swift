/// Text on its way into a Mermaid diagram: first ``Escaping``, then everything that Mermaid, Markdown or HTML
/// would take for its own as a numbered entity.
enum MermaidText {
  /// A quoted label of lines.
  static func quoted(_ lines: [GraphLine]) -> String {
    "\"" + lines.map { body($0.text, limit: $0.limit) }.joined(separator: "<br/>") + "\""
  }

  static func body(_ text: String, limit: Int = 60) -> String {
    var body = ""
    for scalar in Escaping(limit: limit)(text).text.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", ".", ",", ":", "(", ")", "/", "-", "+":
        body.unicodeScalars.append(scalar)
      case _ where scalar.value >= 0x80: body.unicodeScalars.append(scalar)
      default: body += "#\(scalar.value);"
      }
    }
    return body
  }
}
