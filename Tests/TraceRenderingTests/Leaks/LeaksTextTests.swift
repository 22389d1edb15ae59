import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

@testable import TraceRendering

struct LeaksTextTests {
  /// What the leaks are called across runs: six digits each.
  private let prints = AnalyzedTrace.feedd.verdicts.leaks.map(\.fingerprint)

  @Test func `the quote server's leaks are told with their paths, broken links and repairs`() {
    #expect(
      render(.feedd, as: .leaks()) == """
        2 leaks, 11 subscriptions   feedd  pid 4711  12.000 s  0 events lost

        LEAK A  certain   1  Cache.swift:88, Ticker.swift:18     \(prints[0])  dispose was not passed on
        LEAK B  likely   10  Session.swift:45, Session.swift:44  \(prints[1])  inner outlived its stop signal
        not leaks: 2 long-lived (alive for the whole recording)
        open: 9 subscriptions in 1 tree; no event proves or excludes a leak

        ── LEAK A ── certain ── \(prints[0]) ─────────────────────────────────────────────────────────────
        A disposed subscriber is still being fed: 8 values since 4.000 s (1.0/s), the last at 11.002 s.
        8 values of it came to #8 and were dropped.

          ┬ subscribe       Cache.swift:95   #7  disposed 4.000  by its owner, thread 3
          ├ create          Cache.swift:88   #8  disposed 4.000  because #7 was
          │   ↓ subscribed  Ticker.swift:18
          │     ~~~~~~~~~~  the disposable returned here does not dispose #9
          ╰→ ticker         Ticker.swift:18  #9  ALIVE           11 values, 8 of them too late

          At Cache.swift:88 return (or add to the bag) the disposable of the inner subscription.

        ── LEAK B ── likely ── \(prints[1]) ──────────────────────────────────────────────────────────────
        2 of 2 stopped subscriptions at Session.swift:47 leaked (#10, #21); 1 still open (#32) is not
        counted. Showing #10.
        Work done for nothing: 36 values since the stop signals (8.0/s at the end).

          ┬ subscribe             Session.swift:47  #10  ALIVE 11.50 s    never disposed, never completed
          ├ deliverOnMain()       Session.swift:46  #11  ALIVE            because #12 has not completed
          ├ flatMap               Session.swift:45  #12  ALIVE            because 1 of its 2 inner is alive
          │ source  take(until:)  Session.swift:44  #13  completed 5.001  `closed` #16 fired 5.000
          │ inner 1 map(fetch)    Api.swift:60      #17  completed 2.503
          │   ↓ inner 2
          │     ~~~~~~~           started 3.003; the stop signal above it cannot reach it
          ├ map(fetch)            Api.swift:60      #19  ALIVE            because #20 has not completed
          ╰→ interval(250ms)      Api.swift:58      #20  ALIVE            SOURCE: timer, thread 2

          take(until:) is upstream of flatMap. Usual fix: move it below (after Session.swift:45).

        """)
  }

  @Test func `on a page of ASCII the report has the same lines`() {
    #expect(
      render(.feedd, as: .leaks(on: Page(charset: .ascii))) == """
        2 leaks, 11 subscriptions   feedd  pid 4711  12.000 s  0 events lost

        LEAK A  certain   1  Cache.swift:88, Ticker.swift:18     \(prints[0])  dispose was not passed on
        LEAK B  likely   10  Session.swift:45, Session.swift:44  \(prints[1])  inner outlived its stop signal
        not leaks: 2 long-lived (alive for the whole recording)
        open: 9 subscriptions in 1 tree; no event proves or excludes a leak

        -- LEAK A -- certain -- \(prints[0]) -------------------------------------------------------------
        A disposed subscriber is still being fed: 8 values since 4.000 s (1.0/s), the last at 11.002 s.
        8 values of it came to #8 and were dropped.

          + subscribe       Cache.swift:95   #7  disposed 4.000  by its owner, thread 3
          | create          Cache.swift:88   #8  disposed 4.000  because #7 was
          |   v subscribed  Ticker.swift:18
          |     ~~~~~~~~~~  the disposable returned here does not dispose #9
          `> ticker         Ticker.swift:18  #9  ALIVE           11 values, 8 of them too late

          At Cache.swift:88 return (or add to the bag) the disposable of the inner subscription.

        -- LEAK B -- likely -- \(prints[1]) --------------------------------------------------------------
        2 of 2 stopped subscriptions at Session.swift:47 leaked (#10, #21); 1 still open (#32) is not
        counted. Showing #10.
        Work done for nothing: 36 values since the stop signals (8.0/s at the end).

          + subscribe             Session.swift:47  #10  ALIVE 11.50 s    never disposed, never completed
          | deliverOnMain()       Session.swift:46  #11  ALIVE            because #12 has not completed
          | flatMap               Session.swift:45  #12  ALIVE            because 1 of its 2 inner is alive
          | source  take(until:)  Session.swift:44  #13  completed 5.001  `closed` #16 fired 5.000
          | inner 1 map(fetch)    Api.swift:60      #17  completed 2.503
          |   v inner 2
          |     ~~~~~~~           started 3.003; the stop signal above it cannot reach it
          | map(fetch)            Api.swift:60      #19  ALIVE            because #20 has not completed
          `> interval(250ms)      Api.swift:58      #20  ALIVE            SOURCE: timer, thread 2

          take(until:) is upstream of flatMap. Usual fix: move it below (after Session.swift:45).

        """)
  }

  @Test func `without a leak the report says so, and what is alive`() {
    #expect(
      render(.repairedFeedd, as: .leaks()) == """
        no leaks proven; 9 open   feedd  pid 4711  12.000 s  0 events lost
        not leaks: 2 long-lived (alive for the whole recording), 29 finished
        open: 9 subscriptions in 1 tree; no event proves or excludes a leak

        """)
  }

  @Test func `what cannot be judged is named, with the reason`() {
    #expect(
      render(.attached, as: .leaks()) == """
        no leaks among judged subscriptions   test  pid 4711  3.000 s  0 events lost
        open: 1 subscription in 1 tree; no event proves or excludes a leak
        not judged: 2 unknown (alive before the recording: 2)

        """)
  }

  @Test func `where nothing can be judged the headline does not say that there are no leaks`() {
    let value = TraceRecord(
      time: 2_000_000_000, thread: ThreadID(rawValue: 1),
      event: .next(SubscriptionID(5)!, event: EventID(1)!, cause: nil, value: nil))
    #expect(
      render(AnalyzedTrace([value]), as: .leaks()).hasPrefix(
        "not judged: 1 of 1 subscription, their beginnings are missing "))
  }

  @Test func `a narrow page breaks sentences beside the path and keeps the path's line`() {
    let text = render(.feedd, as: .leaks(on: Page(width: 80)))
    #expect(
      text.contains(
        """
          ├ flatMap           Session.swift:45  #12  ALIVE            because 1 of its 2
          │                                                           inner is alive
          │ source  take(un…  Session.swift:44  #13  completed 5.001  `closed` #16 fired
          │                                                           5.000
        """))
  }

  @Test(arguments: [60, 80, 100, 160])
  func `the line numbers of both places are whole, however long their files are called`(width: Int) throws {
    var script = TraceScript()
    let long = "AServiceWhoseFileHasAnUncommonlyLongNameOfItsOwn"
    let create = script.subscribe("create", "\(long).swift:10234", at: 0.1)
    let inner = script.subscribe("interval", "\(long).swift:10235", for: create, as: .nested, at: 0.1)
    script.next([inner, create], at: 0.2)
    script.dispose([create], .explicit, at: 0.5)
    for second in 1...9 { script.next([inner], at: Double(second)) }
    let trace = AnalyzedTrace(script.trace, began: TraceScript.start, ended: TraceScript.time(10))
    let lines = render(trace, as: .leaks(on: Page(width: width))).split(separator: "\n")
    let row = try #require(lines.first { $0.hasPrefix("LEAK A ") })
    #expect(row.contains("n.swift:10234, ") && row.contains("n.swift:10235"))
    #expect(row.count <= width)
  }

  @Test func `a page that is too narrow for two places has the first one in the row`() {
    let lines = render(.feedd, as: .leaks(on: Page(width: 50))).split(separator: "\n")
    let rows = lines.filter { $0.hasPrefix("LEAK ") }
    #expect(rows.count == 2)
    #expect(rows[0].contains("  Cache.swift:88 ") && !rows[0].contains("Ticker.swift"))
  }

  @Test func `a finding names the second place where the fault may lie, and its sentence follows`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "Orders.swift:9", at: 0)
    let reduce = script.subscribe("reduce", "Orders.swift:8", for: root, at: 0)
    let source = script.subscribe("interval", "Orders.swift:6", for: reduce, at: 0)
    for second in 1...9 { script.next([source], at: Double(second)) }
    let trace = AnalyzedTrace(script.trace, began: TraceScript.start, ended: TraceScript.time(10))
    let text = render(trace, as: .leaks())
    #expect(text.contains("\ncheck  waits-for-end  reduce  "))
    #expect(
      text.contains("  Orders.swift:8, Orders.swift:6\n      sends only as its source ends, "), "\(text)")
  }

  @Test func `the limit leaves sections out, not lines of the summary`() {
    let text = render(.feedd, as: .leaks(limit: 1))
    #expect(text.contains("LEAK B  likely"))
    #expect(!text.contains("── LEAK B"))
    #expect(text.hasSuffix("\n… 1 more leak, listed above\n"))
  }

  @Test func `a long way is drawn around its ends and its broken link`() {
    let trace = AnalyzedTrace(
      chain(of: 60, brokenAt: 30), began: TraceScript.start, ended: TraceScript.time(10))
    let text = render(trace, as: .leaks())
    #expect(text.contains("  │ … 24 more\n"))
    #expect(text.contains("#31  ALIVE"))
    #expect(text.split(separator: "\n").count < 30)
    let whole = render(trace, as: .leaks(showsWholePath: true))
    #expect(!whole.contains("more\n"))
    for number in 1...60 { #expect(whole.contains(" #\(number) ")) }
  }

  @Test func `a living source that was silent is told as such`() {
    let trace = AnalyzedTrace(
      chain(of: 3, brokenAt: 2), began: TraceScript.start, ended: TraceScript.time(10))
    #expect(
      render(trace, as: .leaks()).contains(
        "A disposed subscriber still has a living source, which has sent nothing since 1.000 s.\n"))
  }

  /// Subscriptions for each other's sake, of which those from `broken` up to the root are disposed.
  private func chain(of count: Int, brokenAt broken: Int) -> [TraceRecord] {
    var script = TraceScript()
    var chain: [SubscriptionID] = []
    for number in 1...count {
      chain.append(script.subscribe("map", "Chain.swift:\(number)", for: chain.last, at: 0))
    }
    script.dispose(Array(chain.prefix(broken)), .explicit, at: 1)
    return script.trace
  }
}
