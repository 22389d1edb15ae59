import Testing

@testable import TraceRendering

struct DotTextTests {
  @Test(
    arguments: [
      (#"plain"#, #""plain""#), (#"say "hi""#, #""say \"hi\"""#),
      (#"\N \G \l end\"#, #""\\N \\G \\l end\\""#),
      ("a\nb\u{1b}", #""a\\nb\\u{1b}""#), ("&amp; <b>", #""&amp;amp; <b>""#),
    ])
  func `a quoted string cannot be left`(text: String, quoted: String) {
    #expect(DotText.quoted(text) == quoted)
  }

  @Test(
    arguments: [
      ("<b>&amp;</b>", "&lt;b&gt;&amp;amp;&lt;/b&gt;"), (#"\N "q""#, #"\\N &quot;q&quot;"#),
      ("]]>", "]]&gt;"),
      ("a\u{0}b", #"a\\0b"#),
    ])
  func `an HTML-like label cannot be left`(text: String, html: String) {
    #expect(DotText.html(text) == html)
  }

  @Test func `a tooltip has no backslash for Graphviz to replace`() {
    #expect(DotText.tooltip(#"\N "x" <y>"#) == #""∖N &quot;x&quot; &lt;y&gt;""#)
  }

  @Test func `ten megabytes are cut`() {
    #expect(DotText.quoted(String(repeating: "\"", count: 10 << 20)).utf8.count < 250)
  }
}
