import Testing

@testable import TraceRendering

/// Lines hold what the program said, and are as wide as what is written.
struct LineTests {
  private func written(_ line: Line, on page: Page) -> String {
    var out = ""
    line.write(on: page, to: &out)
    return out
  }

  @Test(arguments: [
    (Charset.unicode, "a\n漢\u{1b}[2J", #"a\n漢\u{1b}[2J"#),
    (.ascii, "a\n漢\u{1b}[2J", #"a\n\u{6f22}\u{1b}[2J"#),
    (.unicode, "e\u{301}\u{302}\u{303}", "e\u{301}\u{302}\\u{303}"),
  ])
  func `Text is escaped as it is written, and measured for that`(
    charset: Charset, text: String, shown: String
  ) {
    let page = Page(charset: charset)
    let line = Pen(page: page)(text)
    #expect(line.spans.map(\.text) == [text])
    #expect(line.width == shown.unicodeScalars.reduce(0) { $0 + $1.displayWidth })
    #expect(Array(written(line, on: page).unicodeScalars) == Array((shown + "\n").unicodeScalars))
    #expect(line.text(in: charset) == shown)
  }

  @Test(arguments: [(6, "ab…"), (9, #"ab\u{1b}…"#), (10, #"ab\u{1b}cd"#)])
  func `A line is never cut within an escape`(width: Int, shown: String) {
    let pen = Pen(page: Page())
    let line = pen.cut(pen("ab\u{1b}cd"), to: width)
    #expect(line.width <= width)
    #expect(line.text() == shown)
  }

  @Test func `A path that is cut at its beginning is as wide as it says`() {
    for charset in Charset.allCases {
      let pen = Pen(page: Page(charset: charset))
      let line = pen.end(of: "Some/Folder/Cafe\u{301}\u{7}.swift", then: ":12", .plain, limit: 20)
      let shown = line.text(in: charset)
      #expect(line.width == shown.unicodeScalars.reduce(0) { $0 + $1.displayWidth })
      #expect(line.width <= 23 && shown.hasSuffix(".swift:12"))
    }
  }

  @Test func `A line is broken at each space, whatever the program let follow it`() {
    let pen = Pen(page: Page(width: 40))
    let lines = pen.wrapped(pen(String(repeating: "word \u{301}", count: 20)))
    #expect(lines.count > 4 && lines.allSatisfy { $0.width <= 40 })
    #expect(!lines.contains { $0.text().contains("…") })
  }
}
