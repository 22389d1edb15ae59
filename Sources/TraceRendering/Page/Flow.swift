extension Pen {
  /// Pieces beside each other with `gap` columns between, on as many lines as they need. A piece is broken
  /// only if it alone is wider than the page, and then between words.
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

  /// A sentence in lines of at most `width` columns (the page's, if nil), broken between words; a word that
  /// is wider than that is cut.
  ///
  /// - Parameter first: the columns of the first line, where it has fewer.
  /// - Parameter keepsPhrases: whether it is broken behind a comma rather than within what follows, up to the
  ///   next comma, where that fits a line.
  package func wrapped(
    _ line: Line, to width: Int? = nil, first: Int? = nil, indent: Int = 0, keepsPhrases: Bool = false
  ) -> [Line] {
    let width = width ?? page.width
    guard line.width > first ?? width else { return [line] }
    var lines: [Line] = []
    var current = Line()
    for span in line.spans {
      // A space is one also where the program let a mark or a joiner follow.
      let words = span.text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false).map(
        Substring.init)
      for (index, word) in words.enumerated() {
        var piece = self(word, span.ink, limit: max(width - indent, 4))
        for index in piece.spans.indices { piece.spans[index].address = span.address }
        let gap = index == 0 ? 0 : 1
        var needed = piece.width
        if keepsPhrases, index > 0, words[index - 1].hasSuffix(",") {
          let phrase = self.width(of: Self.phrase(words[index...]))
          if phrase <= width - indent { needed = phrase }
        }
        if current.width + gap + needed > (lines.isEmpty ? first ?? width : width), !current.isEmpty {
          lines.append(current)
          current = spaces(indent) + piece
        } else {
          current.append(piece, after: spaces(gap))
        }
      }
    }
    return lines + [current]
  }

  /// The words up to the next comma.
  private static func phrase(_ words: ArraySlice<Substring>) -> String {
    let end = words.firstIndex { $0.hasSuffix(",") } ?? words.endIndex - 1
    return words[words.startIndex...end].joined(separator: " ")
  }
}

extension Line {
  /// Adds a word, to the last span if that looks the same.
  fileprivate mutating func append(_ word: Line, after gap: Line) {
    guard let last = spans.last, word.spans.count == 1, let next = word.spans.first, last.ink == next.ink,
      last.address == next.address
    else {
      self += gap + word
      return
    }
    spans[spans.count - 1] = Span(
      text: last.text + gap.spans.map(\.text).joined() + next.text,
      width: last.width + gap.width + next.width, ink: last.ink, address: last.address)
  }
}
