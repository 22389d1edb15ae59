import Testing
import TraceAnalysis
import TraceFormat
import TraceRendering

/// The judgement on a process that runs, as it is written.
@Suite struct WatchTextTests {
  private static let second: UInt64 = 1_000_000_000

  /// Three bridges that have gone, one that lives, and a name that moves the cursor.
  static func text(looks: Int = 6, bridges: Int = 3, limit: Int? = nil, on page: Page) -> String {
    var watch = LivingWatch()
    let create = watch.number(
      of: Site(
        operatorName: "create", file: "app/Bridge.swift", line: 5, traits: [.source, .subscribesInUserCode]))
    let inner = watch.number(of: Site(operatorName: "subscribe", file: "app/Bridge.swift", line: 6))
    let hostile = watch.number(of: Site(operatorName: "\u{1b}[2J", file: "app/Main.swift", line: 9))
    var alive = [
      LivingReading.Subscription(id: 1, site: hostile, began: 100 * second),
      LivingReading.Subscription(id: 2, downstream: 1, site: create, began: 100 * second),
      LivingReading.Subscription(
        id: 3, downstream: 2, site: inner, role: Role(.nested), began: 100 * second),
    ]
    for bridge in 0..<UInt64(bridges) {
      alive.append(
        LivingReading.Subscription(
          id: 10 + bridge, downstream: 1000 + bridge, site: inner, role: Role(.nested),
          began: (200 + bridge) * second))
    }
    for look in 0..<UInt64(looks) { watch.add(LivingReading(time: (300 + look) * second, alive)) }
    var out = ""
    var text = WatchText(program: "app", process: 4711, limit: limit, on: page)
    text.doubts = ["the process ended meanwhile: this was seen until then"]
    text.write(watch, WatchVerdicts(watch), to: &out)
    return out
  }

  @Test func `a suspect has its row, its account and its way, and the rest is open`() {
    let text = Self.text(on: Page())
    #expect(
      text == """
        no leak proven so far; 1 suspect   app  pid 4711  watched 5.0 s  6 looks
          6 alive at first, 0 begun and 0 ended since
        the process ended meanwhile: this was seen until then

        SUSPECT A  possible  3 subscriptions  Bridge.swift:5, Bridge.swift:6
           outlives the subscription that it was made for

        ── SUSPECT A ── possible ───────────────────────────────────────────────────────────────────
        3 subscriptions of this line live on, though the subscription that each was made for has ended: so
        in all 6 looks of 5.0 s.
        The thread that subscribed tells which one: a guess. No bag holds the handle.
        The youngest is 103.0 s old, the oldest 105.0 s. None of the line was seen to end.
        The oldest is shown.

          ┬ create          Bridge.swift:5  has ended; named after others of the line
          │     ~~~~~~~~~~                  nothing ends the next
          ╰→ subscribe      Bridge.swift:6  ALIVE 105.0 s

          At Bridge.swift:5 return (or add to the bag) the disposable of the inner subscription. It is no
          fault if the program keeps that handle, to dispose it later.

        open: 3 subscriptions in 1 tree; nothing that was seen proves or excludes a leak
          TREES  OF         WHERE         BEGUN  ENDED      OLDEST
              1  \\u{1b}[2J  Main.swift:9      0      0  3 min 25 s

        """, "\(text)")
  }

  @Test func `a page of ASCII, narrow or without colour, says the same`() {
    let ascii = Self.text(on: Page(charset: .ascii, width: 60))
    #expect(ascii.utf8.allSatisfy { $0 < 0x80 })
    #expect(ascii.split(separator: "\n").allSatisfy { $0.utf8.count <= 60 }, "\(ascii)")
    #expect(ascii.contains("Bridge.swift:5") && ascii.contains("ALIVE 105.0 s"))
    #expect(Self.text(on: Page(isColoured: true)).contains("\u{1b}[33mSUSPECT A"))
  }

  @Test func `too few looks say no verdict, and a limit leaves descriptions out`() {
    let early = Self.text(looks: 2, on: Page())
    #expect(early.hasPrefix("not judged: 2 looks at the process, and 3 are needed"), "\(early)")
    #expect(!early.contains("SUSPECT") && early.contains("open: 6 subscriptions in 4 trees"))
    let short = Self.text(limit: 0, on: Page())
    #expect(short.contains("SUSPECT A  possible") && short.contains("1 more leak, listed above"))
    #expect(!short.contains("~~~~"))
    #expect(Self.text(bridges: 0, on: Page()).hasPrefix("no leak proven so far; 3 open "))
  }
}
