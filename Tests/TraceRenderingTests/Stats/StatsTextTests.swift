import Testing
import TraceAnalysis

@testable import TraceRendering

struct StatsTextTests {
  @Test func `the quote server in numbers`() {
    #expect(
      render(.feedd, as: .stats()) == """
        feedd  pid 4711  12.000 s  425 events (35/s)  40 subscriptions, 6 roots, depth 6  0 lost
        subscribed 40   next 357   completed 9   error 1   disposed 18   dropped 8
        ended by: completion 9   error 1   disposal 8       still alive 22

        alive  8 ▃▆▇▇▇▅▆▆▅▅▃▃▆▆▇▇▇▆▇▇▅███ 22    one mark = 500 ms; █ = 22; lowest between sessions: 8
           first 1, last 22, least 1, most 22

          CALL SITE                          SUBS  ENDED  ALIVE  PEAK  NEXT  LATE  LIFE s p50     max
        ✗ subscribe        Session.swift:47     3      0      3     3    59     0        6.00  11.50+
        ✗ deliverOnMain()  Session.swift:46     3      0      3     3    59     0        6.00  11.50+
        ✗ flatMap          Session.swift:45     3      0      3     3    59     0        6.00  11.50+
        ✗ map(fetch)       Api.swift:60         5      2      3     3    59     0        1.50   9.00+
        ✗ interval(250ms)  Api.swift:58         5      2      3     3    59    36        1.50   9.00+
        ✗ ticker           Ticker.swift:18      4      2      2     2    19     8        4.50  11.98+
        ∞ subscribe        main.swift:9         1      0      1     1    11     0       12.00  12.00+
          …  9 more sites, none alive twice (--all)

        check  late-values  ticker           Ticker.swift:18  8 of 19 values came after their subscriber was
                                                              gone
        check  late-values  interval(250ms)  Api.swift:58     36 of 59 values came after their stop signal
        check  retried      load             Config.swift:22  failed once after 9.998 ms (timeout), then
                                                              done

        """)
  }

  @Test func `on a page of ASCII the curve is drawn with punctuation`() {
    let text = render(.feedd, as: .stats(on: Page(charset: .ascii)))
    #expect(text.contains("\nalive  8 ,+***=++==,,++***+**=### 22    one mark = 500 ms; # = 22"))
    #expect(text.contains("\nx interval(250ms)  Api.swift:58         5      2      3     3    59    36"))
  }

  @Test func `the repaired server comes back to its floor`() {
    let text = render(.repairedFeedd, as: .stats(showsAll: true))
    // What is alive at the end is not the most that were: the number at the right is that of the last mark.
    #expect(text.contains("alive  2 ▄████▆▇▇▆▆▁▁▅▅▆▆▆▅▆▆▁▅▆▆ 11"))
    #expect(text.contains("one mark = 500 ms; █ = 17; lowest"))
    #expect(text.contains("lowest between sessions: 2"))
    #expect(text.contains("  load             Config.swift:22      2"))
    #expect(!text.contains("(--all)"))
  }

  @Test func `a narrow page leaves columns out and breaks the findings`() {
    #expect(
      render(.feedd, as: .stats(on: Page(width: 60))) == """
        feedd  pid 4711  12.000 s  425 events (35/s)
          40 subscriptions, 6 roots, depth 6  0 lost
        subscribed 40   next 357   completed 9   error 1
          disposed 18   dropped 8
        ended by: completion 9   error 1   disposal 8
              still alive 22

        alive  8 ▃▆▇▇▇▅▆▆▅▅▃▃▆▆▇▇▇▆▇▇▅███ 22
           one mark = 500 ms; █ = 22; lowest between sessions: 8
           first 1, last 22, least 1, most 22

          CALL SITE                          SUBS  ENDED  ALIVE
        ✗ subscribe        Session.swift:47     3      0      3
        ✗ deliverOnMain()  Session.swift:46     3      0      3
        ✗ flatMap          Session.swift:45     3      0      3
        ✗ map(fetch)       Api.swift:60         5      2      3
        ✗ interval(250ms)  Api.swift:58         5      2      3
        ✗ ticker           Ticker.swift:18      4      2      2
        ∞ subscribe        main.swift:9         1      0      1
          …  9 more sites, none alive twice (--all)

        check  late-values  ticker           Ticker.swift:18
              8 of 19 values came after their subscriber was gone
        check  late-values  interval(250ms)  Api.swift:58
              36 of 59 values came after their stop signal
        check  retried      load             Config.swift:22
              failed once after 9.998 ms (timeout), then done

        """)
  }

  @Test(
    arguments: [
      (.operatorName, "OPERATOR", "✗ interval                            6"),
      (.owner, "OWNER", "  owner 1     Cache.swift:95     1"), (.file, "FILE", "✗ feedd/Session.swift"),
    ] as [(StatsRow.Grouping, String, String)])
  func `rows can be about owners, operators and files`(
    grouping: StatsRow.Grouping, title: String, row: String
  ) {
    let text = render(.feedd, as: .stats(by: grouping))
    #expect(text.contains("\n  \(title) "))
    #expect(text.contains("\n\(row)"))
  }

  @Test func `no more findings are listed than were asked for`() {
    let text = render(.feedd, as: .stats(limit: 1))
    #expect(text.contains("check  late-values  ticker"))
    #expect(!text.contains("36 of 59 values"))
    #expect(text.contains("… 2 more findings"))
  }

  @Test func `an empty trace has totals only`() {
    #expect(
      render(AnalyzedTrace([]), as: .stats()) == """
        test  pid 4711  0.000 µs  0 events (0/s)  0 subscriptions, 0 roots, depth 0  0 lost
        subscribed 0   next 0   completed 0   error 0   disposed 0
        ended by: completion 0   error 0   disposal 0       still alive 0

        """)
  }
}
