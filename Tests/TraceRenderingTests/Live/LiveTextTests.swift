import Testing
import TraceAnalysis
import TraceFixtures

@testable import TraceRendering

@Suite struct LiveTextTests {
  private func screen(_ keys: String, height: Int = 40) -> String {
    let trace = AnalyzedTrace.feedd
    var text = LiveText(on: Page(width: 100))
    text.controls = LiveControls()
    let first = text.screen(trace, at: Feedd.ended, height: height)
    #expect(first.hasSuffix("q quit  s sort  g group  / filter  l leaks  ? help\n"))
    for byte in keys.utf8 { text.controls?.press(byte) }
    return text.screen(trace, at: Feedd.ended, height: height)
  }

  private func sites(_ screen: String) -> [String] {
    screen.split(separator: "\n").drop { !$0.contains("OLDEST") }.dropFirst().dropLast()
      .compactMap { $0.firstMatch(of: #/\w+\.swift:\d+/#).map { String($0.0) } }
  }

  @Test func `A key draws the same moment again: its rates are those that it had`() {
    #expect(screen("") == screen("x"))
  }

  @Test func `Rows are sorted by the column that is named`() {
    let all = screen("")
    let byOldest = screen("S")
    #expect(byOldest.contains("sorted by OLDEST"))
    #expect(sites(byOldest).first == "main.swift:9" && sites(all).first != "main.swift:9")
    #expect(Set(sites(byOldest)) == Set(sites(all)))
  }

  @Test func `Only rows that hold the words are left`() {
    let shown = screen("/ticker\n")
    #expect(sites(shown) == ["Ticker.swift:18"])
    #expect(shown.contains("only ticker"))
    #expect(sites(screen("/API.SWIFT\n")).allSatisfy { $0.hasPrefix("Api.swift") })
    #expect(screen("/\u{7f}\u{9b}x").contains(#"/\u{9b}x   enter: filter"#))
  }

  @Test func `The leaks fill the screen and no more, with the way to the rest`() {
    let shown = screen("l", height: 12)
    #expect(shown.contains("LEAK A  certain") && !shown.contains("OLDEST"))
    #expect(shown.contains(" more lines: rxtrace leaks "))
    #expect(shown.split(separator: "\n", omittingEmptySubsequences: false).count <= 13)
    #expect(screen("?").contains("this help"))
  }

  @Test func `What is younger than the look has an age, and a small screen has room for the table's heading`()
  {
    let trace = AnalyzedTrace.feedd
    var text = LiveText(on: Page(width: 100))
    let ofNow = text.screen(trace, at: Feedd.ended)
    var early = LiveText(on: Page(width: 100))
    #expect(
      early.screen(trace, at: Feedd.ended - 11_000_000_000) == ofNow, "what was read decides, not the look")
    var small = LiveText(on: Page(width: 40))
    small.controls = LiveControls()
    let lines = small.screen(trace, at: Feedd.ended, height: 10).split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 11 && lines.first?.hasPrefix("feedd") == true, "\(lines)")
    #expect(lines.contains { $0.contains("ALIVE") && $0.contains("SITE") })
  }

  @Test func `A leak keeps its letter for as long as it is looked at`() throws {
    var trace = AnalyzedTrace.feedd
    let first = trace.listedLeaks
    try #require(first.count > 1)
    // At an earlier moment only the second was there.
    trace.known = [first[0].leak.fingerprint]
    var letters = LeakLetters()
    letters.add(trace.listedLeaks.map(\.leak))
    trace.known = nil
    letters.add(trace.listedLeaks.map(\.leak))
    trace.letters = letters
    #expect(trace.listedLeaks.prefix(2).map(\.letter).last == "A")
    #expect(Set(trace.listedLeaks.map(\.letter)).count == first.count)
  }
}
