extension Pen {
  /// Pieces beside each other with `gap` columns between, on as many lines as they need. A piece is broken only
  /// if it alone is wider than the page, and then between words.
  package func flow(_ pieces: [Line], gap: Int = 2, indent: Int = 2) -> [Line] {
    var lines: [Line] = []
    var line = Line()
    for piece in pieces where !piece.isEmpty {
      if line.isEmpty {
        line = piece
      } else if line.width + gap + piece.width <= page.width {
        line += spaces(gap) + piece
      } else {
        lines.append(line)
        line = spaces(indent) + piece
      }
    }
    if !line.isEmpty { lines.append(line) }
    return lines.flatMap { $0.width > page.width ? wrapped($0, indent: indent) : [$0] }
  }

  /// A sentence in lines of at most `width` columns (the page's, if nil), broken between words; a word that is
  /// wider than that is cut.
  package func wrapped(_ line: Line, to width: Int? = nil, indent: Int = 0) -> [Line] {
    let width = width ?? page.width
    guard line.width > width else { return [line] }
    var lines: [Line] = []
    var current = Line()
    for span in line.spans {
      for (index, word) in span.text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
        var piece = self(word, span.ink, limit: max(width - indent, 4))
        for index in piece.spans.indices { piece.spans[index].address = span.address }
        let gap = index == 0 ? 0 : 1
        if current.width + gap + piece.width > width {
          lines.append(current)
          current = spaces(indent) + piece
        } else {
          current += spaces(gap) + piece
        }
      }
    }
    return lines + [current]
  }
}
