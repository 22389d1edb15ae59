import Testing
import TraceAnalysis

@testable import TraceRendering

@Suite struct LiveControlsTests {
  private func pressed(_ keys: String) -> LiveControls {
    var controls = LiveControls()
    for byte in keys.utf8 { controls.press(byte) }
    controls.pause()
    return controls
  }

  @Test(arguments: ["q", "Q", "\u{3}", "\u{4}", "lq", "?q"])
  func `q, and what ends a program elsewhere, end the view`(keys: String) { #expect(pressed(keys).isOver) }

  @Test func `s sorts by the next column and S by the one before, round and round`() {
    #expect(pressed("").order == .alive)
    #expect(pressed("s").order == .growth)
    #expect(pressed("S").order == .oldest)
    #expect(pressed("ssssss").order == .alive)
    #expect(pressed("ssSS").order == .alive)
  }

  @Test(
    arguments: [
      ("/qs\n", "qs", nil), ("/ab", "", "ab"), ("/ab\u{1b}", "", nil), ("/a\n/b\u{1b}", "a", nil),
      ("/abc\u{7f}\u{8}d\r", "ad", nil), ("/abc\u{15}x\n", "x", nil), ("/\u{7f}é\u{7f}ü\n", "ü", nil),
      ("/a\n/\n", "", nil), ("/a\u{3}", "", nil), ("/a\u{1}b\n", "ab", nil),
    ] as [(String, String, String?)])
  func `Words are typed after a slash and hold from the return key on`(
    keys: String, words: String, typed: String?
  ) {
    let controls = pressed(keys)
    #expect(controls.words == words && controls.typed == typed)
    #expect(!controls.isOver && controls.order == .alive)
  }

  @Test func `l and ? come and go, an escape leads back, and a key that is none says nothing`() {
    #expect(pressed("l").showsLeaks && !pressed("ll").showsLeaks && !pressed("l\u{1b}").showsLeaks)
    #expect(pressed("?").showsHelp && !pressed("??").showsHelp && !pressed("?\u{1b}").showsHelp)
    #expect(pressed("\u{1b}OS\u{1b}[15~") == LiveControls())
    var controls = pressed("\u{1b}")
    controls.pause()
    controls.press(UInt8(ascii: "q"))
    #expect(controls.isOver)
  }

  @Test func `Arrows and letters point at a row, and the return key opens it`() {
    #expect(pressed("").cursor == nil && pressed("j").cursor == 0 && pressed("jj").cursor == 1)
    #expect(pressed("jjk").cursor == 0 && pressed("kk").cursor == 0)
    #expect(pressed("\u{1b}[B\u{1b}OB\u{1b}[A").cursor == 0 && pressed("\u{1b}[B\u{1b}[B").cursor == 1)
    #expect(pressed("\n").showsDetails && pressed("\n").cursor == 0 && !pressed("\n\n").showsDetails)
    #expect(!pressed("j\n\u{1b}").showsDetails && pressed("j\n\u{1b}").cursor == nil)
    var controls = pressed("jjjj")
    controls.keep(rows: 2)
    #expect(controls.cursor == 1)
    controls.keep(rows: 0)
    #expect(controls.cursor == nil)
    #expect(pressed("/j\u{1b}[Bk\n").words == "jk")
  }

  @Test(
    arguments: [
      ("mdone\n", "done", nil), ("mdone", nil, "done"), ("mdone\u{1b}", nil, nil), ("m\n", nil, nil),
      ("m  \n", nil, nil), ("mqs/\r", "qs/", nil), ("/a\nm b\n", " b", nil),
    ] as [(String, String?, String?)])
  func `m asks for the text of a mark, which the return key makes and an escape does not`(
    keys: String, made: String?, typed: String?
  ) {
    var controls = LiveControls()
    controls.canMark = true
    for byte in keys.utf8 { controls.press(byte) }
    controls.pause()
    #expect(controls.takeMark() == made && controls.typed == typed && controls.takeMark() == nil)
    #expect(!controls.isOver && controls.words == (keys.hasPrefix("/a") ? "a" : ""))
  }

  @Test func `m says that there is nothing to mark where nothing grows, until the next key`() {
    var controls = pressed("m")
    #expect(controls.typed == nil && controls.remark == "nothing to mark: the recording has ended")
    controls.press(UInt8(ascii: "j"))
    #expect(controls.remark == nil)
  }

  @Test func `The space bar stands still, g groups by the next, and arrows lead on and back`() {
    #expect(pressed(" ").isPaused && !pressed("  ").isPaused && !pressed(" \u{1b}").isPaused)
    #expect(pressed("g").grouping == .owner && pressed("gggg").grouping == .site)
    #expect(pressed("jg").cursor == nil)
    var controls = pressed("\u{1b}[C\u{1b}[C\u{1b}[D")
    #expect(controls.takeSteps() == 1 && controls.takeSteps() == 0)
  }
}
