import Testing

@testable import TraceRendering

struct EscapingTests {
  @Test(
    arguments: [
      ("map(\"x\") <b> & 'y' \\ |", #"map("x") <b> & 'y' \ |"#, "printable ASCII stays"),
      ("é 漢字 ✗", "é 漢字 ✗", "printable characters stay"),
      ("a\u{1b}[31mred\u{1b}[0m", #"a\u{1b}[31mred\u{1b}[0m"#, "colour sequences do not reach the terminal"),
      ("a\u{9b}2J", #"a\u{9b}2J"#, "neither does the one-byte form"),
      ("one\ntwo\r\tthree\0", #"one\ntwo\r\tthree\0"#, "a name stays on its line"),
      ("a\u{7f}\u{8}b", #"a\u{7f}\u{8}b"#, "nothing is rubbed out"),
      ("abc\u{202e}gpj.exe", #"abc\u{202e}gpj.exe"#, "nothing is turned around"),
      ("\u{2066}a\u{2069}\u{200f}", #"\u{2066}a\u{2069}\u{200f}"#, "nor isolated"),
      (
        "in\u{200b}visi\u{feff}ble\u{e0041}", #"in\u{200b}visi\u{feff}ble\u{e0041}"#,
        "invisible characters show"
      ),
      ("a\u{2028}b\u{2029}c", #"a\u{2028}b\u{2029}c"#, "other line ends are none"),
      ("\u{fff9}\u{e000}\u{10ffff}", #"\u{fff9}\u{e000}\u{10ffff}"#, "format, private and unassigned"),
      ("e\u{301}", "e\u{301}", "an accent joins its letter"),
      ("\u{301}e", #"\u{301}e"#, "but not what stands before the name"),
      ("e\u{301}\u{302}\u{303}\u{304}", "e\u{301}\u{302}\\u{303}\\u{304}", "no towers of accents"),
    ] as [(String, String, String)])
  func `hostile text cannot change the page`(text: String, shown: String, because reason: String) {
    #expect(Array(Escaping()(text).text.unicodeScalars) == Array(shown.unicodeScalars), "\(reason)")
  }

  @Test func `bytes that are no UTF-8 show as replacement characters`() {
    let (text, width) = Escaping()(String(decoding: [0x61, 0xff, 0xc0, 0x62] as [UInt8], as: UTF8.self))
    #expect(text == "a\u{fffd}\u{fffd}b")
    #expect(width == 4)
  }

  @Test(
    arguments: [
      ("✗ ? · ✓ ∞", "x ? . v ~"), ("├─ └┄ └╳ ╰→ ┬ │", "|- `. `X `> + |"), ("a… ×2 µs", "a... x2 us"),
      ("caf\u{e9} 漢", #"caf\u{e9} \u{6f22}"#),
    ])
  func `a page of ASCII has counterparts for drawings and escapes for the rest`(text: String, shown: String) {
    let (written, width) = Escaping(charset: .ascii)(text)
    #expect(written == shown)
    #expect(width == shown.utf8.count)
  }

  @Test(
    arguments: [
      ("abcdefgh", 8, "abcdefgh"), ("abcdefghi", 8, "abcdefg…"), ("漢字漢字漢", 8, "漢字漢…"),
      ("abcd\u{1b}\u{1b}", 8, "abcd…"), ("a\nb\nc\nd", 8, #"a\nb\nc…"#),
    ])
  func `a text that is too long ends in an ellipsis and never in half an escape`(
    text: String, limit: Int, shown: String
  ) {
    let (written, width) = Escaping(limit: limit)(text)
    #expect(written == shown)
    #expect(width <= limit)
    #expect(width == written.unicodeScalars.reduce(0) { $0 + $1.displayWidth })
  }

  @Test func `ten megabytes take the columns that they are given`() {
    let (text, width) = Escaping(limit: 30)(String(repeating: "0123456789", count: 1 << 20))
    #expect(text == "01234567890123456789012345678…")
    #expect(width == 30)
  }

  @Test func `every character is escaped to printable ones`() {
    // All that is assigned, and some of the rest.
    for value in Array(UInt32(0)...0x33fff) + Array(0xe0000...0xe01ff)
      + Array(stride(from: 0x34000, to: 0x110000, by: 997))
    {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let ascii = Escaping(charset: .ascii)("a" + String(scalar))
      #expect(
        ascii.text.utf8.allSatisfy { (0x20...0x7e).contains($0) } && ascii.width == ascii.text.utf8.count)
    }
  }

  @Test func `what was escaped once stays as it is`() {
    let once = Escaping()("a\u{1b}[31m\u{202e}\n漢").text
    #expect(Escaping()(once).text == once)
  }
}
