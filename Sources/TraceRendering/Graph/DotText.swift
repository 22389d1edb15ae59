/// Text on its way into a DOT file: first ``Escaping``, then what DOT and SVG would take for their own.
struct DotText: Sendable {
  /// A quoted string of lines: `"subscribe\nSession.swift:47"`.
  static func quoted(_ lines: [GraphLine]) -> String {
    "\"" + lines.map { body($0.text, limit: $0.limit) }.joined(separator: "\\n") + "\""
  }

  /// A tooltip. Releases of Graphviz differ in how often they look for \N and the like in it, so that it has
  /// no backslash: a sign that looks like one takes its place.
  static func tooltip(_ text: String, limit: Int = 200) -> String {
    "\"" + html(text, limit: limit).replacing("\\\\", with: "∖") + "\""
  }

  static func quoted(_ line: String, limit: Int = 120) -> String { quoted([GraphLine(line, limit: limit)]) }

  /// Text inside an HTML-like label.
  static func html(_ text: String, limit: Int = 60) -> String {
    var html = ""
    for character in Escaping(limit: limit)(text).text.unicodeScalars {
      switch character {
      case "&": html += "&amp;"
      case "<": html += "&lt;"
      case ">": html += "&gt;"
      case "\"": html += "&quot;"
      // Graphviz puts a name in place of \N, \G and others, also here.
      case "\\": html += "\\\\"
      default: html.unicodeScalars.append(character)
      }
    }
    return html
  }

  private static func body(_ text: String, limit: Int) -> String {
    var body = ""
    for character in Escaping(limit: limit)(text).text.unicodeScalars {
      switch character {
      // Graphviz reads entities in every label.
      case "&": body += "&amp;"
      case "\"": body += "\\\""
      case "\\": body += "\\\\"
      default: body.unicodeScalars.append(character)
      }
    }
    return body
  }
}

/// Attributes of a graph, a node or an edge, in the order in which they were set.
struct DotAttributes: Sendable {
  private var pairs: [(name: String, value: String)] = []

  /// Sets an attribute to what the drawing itself says: a number, a colour, a word.
  mutating func set(_ name: String, _ value: String) { pairs.append((name, "\"\(value)\"")) }
  /// Sets an attribute to lines that may hold text of the traced program.
  mutating func set(_ name: String, lines: [GraphLine]) { pairs.append((name, DotText.quoted(lines))) }

  mutating func setAddress(_ address: String) { pairs.append(("URL", DotText.quoted(address, limit: 4000))) }
  mutating func setTooltip(_ text: String) { pairs.append(("tooltip", DotText.tooltip(text))) }

  var text: String { "[" + pairs.map { "\($0.name)=\($0.value)" }.joined(separator: ", ") + "]" }
}
