/// A piece of text in one ink, as the program gave it. It is escaped when it is written.
package struct Span: Sendable {
  package let text: String
  /// The columns that it takes on the page, escaped.
  package let width: Int
  package var ink: Ink
  package var address: String?
}

/// Spans beside each other.
package struct Line: Sendable {
  package var spans: [Span] = []

  package var width: Int { spans.reduce(0) { $0 + $1.width } }
  package var isEmpty: Bool { spans.isEmpty }

  package static func + (left: Line, right: Line) -> Line { Line(spans: left.spans + right.spans) }
  package static func += (left: inout Line, right: Line) { left.spans += right.spans }
}

/// Makes lines for a page. They know how wide each text is going to be; it is escaped only as the line is
/// written.
package struct Pen: Sendable {
  package let page: Page

  package init(page: Page) { self.page = page }

  package func callAsFunction(_ text: some StringProtocol, _ ink: Ink = .plain, limit: Int = 400) -> Line {
    guard !text.isEmpty else { return Line() }
    let (kept, width) = Escaping(charset: page.charset, limit: limit).cut(text)
    return Line(spans: [Span(text: kept, width: width, ink: ink)])
  }

  /// The end of a text within `limit` columns, and what follows it, which is never cut.
  func end(of text: some StringProtocol, then rest: String, _ ink: Ink, limit: Int) -> Line {
    let kept = Escaping(charset: page.charset, limit: limit).end(of: text) + rest
    return Line(spans: [Span(text: kept, width: width(of: kept), ink: ink)])
  }

  package func spaces(_ count: Int) -> Line {
    guard count > 0 else { return Line() }
    return Line(spans: [Span(text: String(repeating: " ", count: count), width: count, ink: .plain)])
  }

  /// The columns that a text takes on this page.
  package func width(of text: some StringProtocol) -> Int { Escaping(charset: page.charset).cut(text).width }

  /// The line in exactly `width` columns; one that is longer stays as it is.
  package func pad(_ line: Line, to width: Int, alignRight: Bool = false) -> Line {
    let gap = spaces(width - line.width)
    return alignRight ? gap + line : line + gap
  }

  /// The line with everything after `width` columns replaced by `…`.
  package func cut(_ line: Line, to width: Int) -> Line {
    guard line.width > width else { return line }
    var kept = Line()
    var left = width
    for span in line.spans {
      if span.width < left {
        kept.spans.append(span)
        left -= span.width
        continue
      }
      // The rest does not fit whole, and something follows or is over: this span carries the ellipsis.
      let (text, width) = Escaping(charset: page.charset, limit: left).cut(span.text + "…")
      if width <= left {
        kept.spans.append(Span(text: text, width: width, ink: span.ink, address: span.address))
      }
      break
    }
    return kept
  }
}

extension Line {
  /// The text of the line, escaped for a page that has neither ink nor links.
  package func text(in charset: Charset = .unicode) -> String {
    spans.map { Escaping(charset: charset).escaped($0.text) }.joined()
  }

  /// Writes the line, escaped, and a line feed, without spaces at the end.
  package func write(on page: Page, to out: inout some TextOutputStream) {
    var pending = 0
    for span in spans {
      let text = span.text
      if text.utf8.allSatisfy({ $0 == 0x20 }) {
        pending += span.width
        continue
      }
      if pending > 0 { out.write(String(repeating: " ", count: pending)) }
      pending = 0
      let body = text.utf8.reversed().prefix { $0 == 0x20 }.count
      pending = body
      let visible = Escaping(charset: page.charset).escaped(String(text.unicodeScalars.dropLast(body)))
      let parameters = page.isColoured ? span.ink.parameters : nil
      if let address = span.address { out.write("\u{1b}]8;;\(address)\u{1b}\\") }
      if let parameters { out.write("\u{1b}[\(parameters)m") }
      out.write(visible)
      if parameters != nil { out.write("\u{1b}[0m") }
      if span.address != nil { out.write("\u{1b}]8;;\u{1b}\\") }
    }
    out.write("\n")
  }
}
