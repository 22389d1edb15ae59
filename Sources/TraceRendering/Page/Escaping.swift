/// Text on its way to a page: nothing in it can move a cursor, change a colour, reorder a line or fill a disk.
///
/// Names, labels and errors come from the traced program and are untrusted. Control characters, invisible,
/// reordering, unassigned and private ones are written as `\n`, `\t`, `\u{1b}`; a mark that joins the
/// character before it is let through at most twice in a row; what is longer than `limit` columns ends in `…`.
struct Escaping {
  var charset: Charset = .unicode
  /// Columns, at least 4. A text of any length costs only what is shown of it.
  var limit = 400

  /// The text as it may be printed, and the columns that it takes.
  func callAsFunction(_ text: some StringProtocol) -> (text: String, width: Int) {
    let bytes = text.utf8
    if bytes.count <= limit, bytes.allSatisfy({ (0x20...0x7e).contains($0) }) {
      return (String(text), bytes.count)
    }

    let ellipsis = charset == .unicode ? "…" : "..."
    let room = max(limit, 4) - ellipsis.unicodeScalars.count
    var kept = ""
    var width = 0
    // The last place that leaves room for the ellipsis.
    var cut = (end: kept.endIndex, width: 0)
    var marks = 0
    for scalar in text.unicodeScalars {
      marks = scalar.displayWidth == 0 ? marks + 1 : 0
      let (shown, columns) = shown(scalar, mayJoin: marks <= 2 && width > 0)
      if width + columns > max(limit, 4) {
        return (kept[..<cut.end] + ellipsis, cut.width + room.distance(to: max(limit, 4)))
      }
      kept += shown
      width += columns
      if width <= room { cut = (kept.endIndex, width) }
    }
    return (kept, width)
  }

  /// The end of the text within `limit` columns, escaped, and the columns that it takes; what goes before it is `…`.
  func end(of text: some StringProtocol) -> (text: String, width: Int) {
    let tail = text.unicodeScalars.suffix(limit + 1)
    let pieces = tail.map { shown($0, mayJoin: false) }
    let isWhole = tail.startIndex == text.unicodeScalars.startIndex
    let whole = pieces.reduce(0) { $0 + $1.width }
    if isWhole, whole <= limit { return (pieces.map(\.text).joined(), whole) }
    var kept = pieces[...]
    let ellipsis = charset == .unicode ? "…" : "..."
    var width = kept.reduce(ellipsis.unicodeScalars.count) { $0 + $1.width }
    while width > limit, let first = kept.popFirst() { width -= first.width }
    return (ellipsis + kept.map(\.text).joined(), width)
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
