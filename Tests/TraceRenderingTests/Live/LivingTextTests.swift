import Testing
import TraceAnalysis
import TraceFormat

@testable import TraceRendering

/// The live view of a process that nobody records.
@Suite struct LivingTextTests {
  private static let second: UInt64 = 1_000_000_000

  /// Two looks: three sessions, of which one ends and two others begin, and a ticker.
  private func counts(by grouping: StatsRow.Grouping = .site, looks: Int = 2) -> LivingCounts {
    var counts = LivingCounts(by: grouping)
    let ticker = counts.number(of: Site(operatorName: "interval(1s)", file: "app/Ticker.swift", line: 18))
    let session = counts.number(of: Site(operatorName: "subscribe", file: "app/Session.swift", line: 47))
    func look(at time: UInt64, _ sessions: ClosedRange<UInt64>) -> LivingReading {
      var seen = [LivingReading.Subscription(id: 1, site: ticker, began: 10 * Self.second)]
      for id in sessions {
        seen.append(
          LivingReading.Subscription(id: id, site: session, owner: 100 + id, began: (90 + id) * Self.second))
      }
      return LivingReading(time: time * Self.second, seen)
    }
    counts.add(look(at: 100, 2...4))
    if looks > 1 { counts.add(look(at: 102, 3...6)) }
    return counts
  }

  private func text(_ keys: String = "", hasKeys: Bool = true) -> LivingText {
    var text = LivingText(program: "app", process: 4711, on: Page(width: 100))
    text.interval = 2 * Self.second
    if hasKeys { text.controls = LiveControls(of: .table(process: 4711)) }
    for byte in keys.utf8 { text.controls?.press(byte) }
    return text
  }

  private func rows(_ screen: String) -> [Substring] {
    screen.split(separator: "\n").drop { !$0.contains("OLDEST") }.dropFirst().dropLast()
  }

  @Test func `the screen has the counts, the limits of looks, the rows and the keys`() {
    #expect(
      text().screen(counts()) == """
        app  pid 4711  NOT RECORDED  watched 2.0 s  5 alive (+1)  2 begun (1/s)  1 ended (1/s)
        a look every 2.0 s: subscriptions that begin and end between two are not counted, nor are values

        ALIVE  +/s  BEGUN  SUBS/s  ENDED  ENDS/s  OLDEST  OWNER  SITE
            4    1      2       1      1       1   9.0 s  mixed  subscribe     Session.swift:47
            1    0      0       0      0       0  92.0 s         interval(1s)  Ticker.swift:18
        q quit  s sort  g group  / filter  space stand still  ? help

        """)
  }

  @Test func `before there are two looks nothing is said of changes`() {
    let screen = text(hasKeys: false).screen(counts(looks: 1))
    #expect(screen.hasPrefix("app  pid 4711  NOT RECORDED  first look  4 alive\n"), "\(screen)")
    #expect(
      screen.contains("    3    -      -       -      -       -   8.0 s  mixed  subscribe"), "\(screen)")
  }

  @Test func `a look has one line where there is no screen`() {
    var text = text(hasKeys: false)
    #expect(text.line(counts()) == "watched 2.0 s  5 alive (+1)  2 begun (1/s)  1 ended (1/s)\n")
    text.total = 9
    text.doubts = ["some are missing"]
    #expect(text.line(counts(looks: 1)) == "first look  4 alive  asked for 4 of 9  some are missing\n")
  }

  @Test func `a row whose last one ended is shown once`() {
    var counts = counts()
    let ticker = counts.number(of: Site(operatorName: "interval(1s)", file: "app/Ticker.swift", line: 18))
    counts.add(
      LivingReading(time: 103 * Self.second, [.init(id: 1, site: ticker, began: 10 * Self.second)]))
    #expect(rows(text().screen(counts)).map { $0.split(separator: " ")[0] } == ["1", "0"])
    counts.add(
      LivingReading(time: 104 * Self.second, [.init(id: 1, site: ticker, began: 10 * Self.second)]))
    #expect(rows(text().screen(counts)).map { $0.split(separator: " ")[0] } == ["1"])
  }

  @Test func `keys sort, filter and group as in the view of a recording`() {
    let byAge = text("S").screen(counts())
    #expect(byAge.contains("sorted by OLDEST") && rows(byAge).first?.contains("interval") == true, "\(byAge)")
    for (keys, order) in [("s", "+/s"), ("ss", "SUBS/s"), ("sss", "ENDS/s"), ("ssss", "OLDEST")] {
      #expect(text(keys).screen(counts()).contains("sorted by \(order)"))
    }
    #expect(!text("sssss").screen(counts()).contains("sorted by"))
    let filtered = text("/ticker\n").screen(counts())
    #expect(rows(filtered).count == 1 && filtered.contains("only ticker"), "\(filtered)")
    let byOwner = rows(text().screen(counts(by: .owner)))
    #expect(byOwner.count == 6 && byOwner.contains { $0.contains("none") && $0.contains("Ticker.swift:18") })
    #expect(text("g").controls?.grouping == .owner && text(" ").screen(counts()).contains("PAUSED"))
    #expect(text("q").controls?.isOver == true)
  }

  @Test(
    arguments: [
      ("m", "nothing is recorded, so a mark has no place: start the program with RXTRACE=FILE"),
      ("l", "nothing is judged here; this judges: rxtrace leaks --pid 4711"),
      ("j", "rows are counts here; this lists subscriptions: rxtrace snapshot --pid 4711"),
      ("\n", "rows are counts here; this lists subscriptions: rxtrace snapshot --pid 4711"),
      ("\u{1b}[B", "rows are counts here; this lists subscriptions: rxtrace snapshot --pid 4711"),
      ("\u{1b}[D", "nothing is recorded: there is no way back"),
    ])
  func `a key that has no use is answered in one line, until the next key`(keys: String, answer: String) {
    let shown = text(keys)
    #expect(shown.screen(counts()).hasSuffix("\n\(answer)\n"))
    #expect(
      shown.controls?.typed == nil && shown.controls?.showsLeaks == false && shown.controls?.cursor == nil)
    #expect(text(keys + "s").screen(counts()).contains("q quit"))
    #expect(text("/\(keys == "\n" ? "x" : keys)").controls?.remark == nil, "typed words are words")
  }

  @Test func `many rows leave room for the keys, and slow looks and doubts are told of`() {
    var counts = LivingCounts()
    let seen = (1...40).map { number in
      LivingReading.Subscription(
        id: UInt64(number),
        site: counts.number(of: Site(operatorName: "o", file: "a.swift", line: UInt32(number))))
    }
    counts.add(LivingReading(time: Self.second, seen))
    var text = text()
    text.cost = Self.second / 2
    text.doubts = ["some are missing: the process has them in memory of its own"]
    let screen = text.screen(counts, height: 20)
    #expect(screen.split(separator: "\n", omittingEmptySubsequences: false).count == 21)
    #expect(screen.contains("a look every 2.0 s, as one takes 500.0 ms: subscriptions"), "\(screen)")
    #expect(screen.contains("\nsome are missing: the process has them in memory of its own\n"))
    #expect(screen.contains(" more, with fewer alive\nq quit"), "\(screen)")
    // Nothing tells when they began.
    #expect(rows(screen).first?.contains(" ? ") == true, "\(screen)")
    text.limit = 3
    #expect(text.screen(counts, height: 20).contains("  … 37 more, with fewer alive\n"))
  }
}
