/// The characters that a page may use.
public enum Charset: String, Sendable, CaseIterable {
  /// Line drawing, marks and every printable character.
  case unicode
  /// Only U+0020 to U+007E: drawings have counterparts, other characters are written as `\u{e9}`.
  case ascii

  /// The text for a character of the drawings where only ASCII may be used; nil for every other character.
  static func counterpart(of scalar: Unicode.Scalar) -> String? { counterparts[scalar] }

  private static let counterparts: [Unicode.Scalar: String] = [
    // Marks of a row: leak, open, finished, long-lived.
    "✗": "x", "·": ".", "✓": "v", "∞": "~",
    // Trees and paths.
    "─": "-", "│": "|", "├": "|", "└": "`", "╰": "`", "╯": "'", "┬": "+", "┄": ".", "╳": "X",
    "┊": ":", "≡": "%",
    "→": ">", "↓": "v", "←": "<",
    // Words.
    "…": "...", "×": "x", "µ": "u", "–": "-", "—": "-",
    // The curve, lowest to highest.
    "▁": "_", "▂": ".", "▃": ",", "▄": "-", "▅": "=", "▆": "+", "▇": "*", "█": "#",
  ]
}
