/// Text on its way to a page: nothing in it can move a cursor, change a colour, reorder a line or fill a
/// disk.
///
/// Names, labels and errors come from the traced program and are untrusted. Control characters, invisible,
/// reordering, unassigned and private ones are written as `\n`, `\t`, `\u{1b}`; a mark that joins the
/// character before it is let through at most twice in a row; what is longer than `limit` columns ends in
/// `…`.
struct Escaping {
  var charset: Charset = .unicode
  /// Columns, at least 4. A text of any length costs only what is shown of it.
  var limit = 400

  /// The text as it may be printed, and the columns that it takes.
  func callAsFunction(_ text: some StringProtocol) -> (text: String, width: Int) {
    let (kept, width) = cut(text)
    return (escaped(kept), width)
  }

  /// As much of the text as `limit` columns hold once it is escaped, and the columns that it takes then.
  func cut(_ text: some StringProtocol) -> (text: String, width: Int) {
    let bytes = text.utf8
    if bytes.count <= limit, isHarmless(bytes) { return (String(text), bytes.count) }

    let most = max(limit, 4)
    let ellipsis = shown("…", mayJoin: false).width
    var width = 0
    // The last place that leaves room for the ellipsis.
    var cut = (end: text.startIndex, width: 0)
    var marks = Marks()
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      width += shown(scalar, mayJoin: marks.mayJoin(scalar)).width
      if width > most { return (String(text[..<cut.end]) + "…", cut.width + ellipsis) }
      if width <= most - ellipsis { cut = (text.unicodeScalars.index(after: index), width) }
    }
    return (String(text), width)
  }

  /// The end of the text that `limit` columns hold once it is escaped; what goes before it is `…`.
  func end(of text: some StringProtocol) -> String {
    let tail = text.unicodeScalars.suffix(limit + 1)
    var width = tail.reduce(0) { $0 + shown($1, mayJoin: false).width }
    if tail.startIndex == text.unicodeScalars.startIndex, width <= limit { return String(text) }
    var kept = tail[...]
    width += shown("…", mayJoin: false).width
    while width > limit, let first = kept.popFirst() { width -= shown(first, mayJoin: false).width }
    return "…" + String(String.UnicodeScalarView(kept))
  }

  /// The whole text as it may be printed.
  func escaped(_ text: String) -> String {
    if isHarmless(text.utf8) { return text }
    var marks = Marks()
    return text.unicodeScalars.reduce(into: "") { $0 += shown($1, mayJoin: marks.mayJoin($1)).text }
  }

  private func isHarmless(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.allSatisfy { (0x20...0x7e).contains($0) }
  }

  /// Which marks may join the character before them: not too many of them, and none that has no character
  /// before it.
  private struct Marks {
    private var count = 0
    private var isFirst = true

    mutating func mayJoin(_ scalar: Unicode.Scalar) -> Bool {
      defer { isFirst = false }
      count = scalar.displayWidth == 0 ? count + 1 : 0
      return count <= 2 && !isFirst
    }
  }

  private func shown(_ scalar: Unicode.Scalar, mayJoin: Bool) -> (text: String, width: Int) {
    if (0x20...0x7e).contains(scalar.value) { return (String(scalar), 1) }
    if charset == .ascii, let counterpart = Charset.counterpart(of: scalar) {
      return (counterpart, counterpart.utf8.count)
    }
    let columns = scalar.displayWidth
    if charset == .unicode, isPrintable(scalar), columns > 0 || mayJoin { return (String(scalar), columns) }
    let escape =
      switch scalar {
      case "\n": #"\n"#
      case "\r": #"\r"#
      case "\t": #"\t"#
      case "\0": #"\0"#
      default: "\\u{" + String(scalar.value, radix: 16) + "}"
      }
    return (escape, escape.utf8.count)
  }

  private func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isDefaultIgnorableCodePoint { return false }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
