import Testing

@testable import TraceRendering

@Suite struct LiveControlsTests {
  private func pressed(_ keys: String) -> LiveControls {
    var controls = LiveControls()
    for byte in keys.utf8 { controls.press(byte) }
    return controls
  }

  @Test(
    "q, and what ends a program elsewhere, end the view", arguments: ["q", "Q", "\u{3}", "\u{4}", "lq", "?q"])
  func over(keys: String) { #expect(pressed(keys).isOver) }

  @Test("s sorts by the next column and S by the one before, round and round")
  func sorting() {
    #expect(pressed("").order == .alive)
    #expect(pressed("s").order == .growth)
    #expect(pressed("S").order == .oldest)
    #expect(pressed("ssssss").order == .alive)
    #expect(pressed("ssSS").order == .alive)
  }

  @Test(
    "Words are typed after a slash and hold from the return key on",
    arguments: [
      ("/qs\n", "qs", nil), ("/ab", "", "ab"), ("/ab\u{1b}", "", nil), ("/a\n/b\u{1b}", "a", nil),
      ("/abc\u{7f}\u{8}d\r", "ad", nil), ("/abc\u{15}x\n", "x", nil), ("/\u{7f}é\u{7f}ü\n", "ü", nil),
      ("/a\n/\n", "", nil), ("/a\u{3}", "", nil), ("/a\u{1}b\n", "ab", nil),
    ] as [(String, String, String?)])
  func words(keys: String, words: String, typed: String?) {
    let controls = pressed(keys)
    #expect(controls.words == words && controls.typed == typed)
    #expect(!controls.isOver && controls.order == .alive)
  }

  @Test("l and ? come and go, an escape leads back, and an arrow is no command")
  func pages() {
    #expect(pressed("l").showsLeaks && !pressed("ll").showsLeaks && !pressed("l\u{1b}").showsLeaks)
    #expect(pressed("?").showsHelp && !pressed("??").showsHelp && !pressed("?\u{1b}").showsHelp)
    #expect(pressed("\u{1b}[A\u{1b}OS\u{1b}[15~") == LiveControls())
    var controls = pressed("\u{1b}")
    controls.pause()
    controls.press(UInt8(ascii: "q"))
    #expect(controls.isOver)
  }
}
