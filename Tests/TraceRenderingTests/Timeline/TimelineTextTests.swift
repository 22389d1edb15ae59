import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

@testable import TraceRendering

struct TimelineTextTests {
  private let leaks: TimelineOptions = {
    var options = TimelineOptions()
    options.showsOnlyLeaks = true
    return options
  }()

  @Test func `the quote server's leaks over time`() {
    #expect(
      render(.feedd, as: .timeline(leaks)) == """
        feedd  pid 4711  12.000 s  425 events  40 subscriptions  0 lost

                                                         one column = 250 ms
                                          0       2       4       6       8      10      12s
                                          +-------+-------+-------+-------+-------+-------+
        LEAK A  #7  subscribe (+1)        ^---o---o---o---!       ┊       ┊       ┊       ┊ Cache.swift:95
                #9    ticker              ^---o---o---o---x---x---x---x---x---x---x---x---> Ticker.swift:18
                                                          ╰ disposed; #9 was not

        LEAK B  #10 subscribe (+2)          ^--ooooo---ooooooooooooooooooooooooooooooooooo> Session.swift:47
                #13   take(until:)          ^-o-------o-------|   ┊       ┊       ┊       ┊ Session.swift:44
                #14     filter              ^-o-------o-------!   ┊       ┊       ┊       ┊ Session.swift:43
                #15       ticker            ^-o---o---o---o---!   ┊       ┊       ┊       ┊ Ticker.swift:18
                #16     closed              ^-----------------!   ┊       ┊       ┊       ┊ Session.swift:31
                #17   [1] map(fetch) (+1)     ^ooooo|     ┊       ┊       ┊       ┊       ┊ Api.swift:60
                #19   [2] map(fetch) (+1)         ┊   ^ooooooooooooooooooooooooooooooooooo> Api.swift:60
                                                              ╰ stop signal; #19 runs on: 28 values

        ^ subscribed  o one value  2-9 values  * ten or more  | completed  # error  ! disposed
        - alive, quiet  x value after disposal  > alive at the end  ? events lost  (+n) equal rows

        """)
  }

  @Test func `on a narrow page of ASCII columns are longer and call sites are left out`() {
    #expect(
      render(.feedd, as: .timeline(leaks, on: Page(charset: .ascii, width: 60))) == """
        feedd  pid 4711  12.000 s  425 events  40 subscriptions
          0 lost

                                             one column = 500 ms
                                          0         5        10s
                                          +---------+---------+----
        LEAK A  #7  subscribe (+1)        ^-o-o-o-! :         :
                #9    ticker              ^-o-o-o-x-x-x-x-x-x-x-x->
                             disposed; #9 was not '

        LEAK B  #10 subscribe (+2)         ^o22-o22222222222222222>
                #13   take(until:)         ^o---o---|         :
                #14     filter             ^o---o---!         :
                #15       ticker           ^o-o-o-o-!         :
                #16     closed             ^--------!         :
                #17   [1] map(fetch) (+1)   ^22|    :         :
                #19   [2] map(fetch) (+1)       ^22222222222222222>
                stop signal; #19 runs on: 28 values '

        ^ subscribed  o one value  2-9 values  * ten or more
        | completed  # error  ! disposed  - alive, quiet
        x value after disposal  > alive at the end  ? events lost
        (+n) equal rows

        """)
  }

  @Test func `all trees are drawn in the order of birth, equal ones as one row`() {
    #expect(
      render(.feedd, as: .timeline()) == """
        feedd  pid 4711  12.000 s  425 events  40 subscriptions  0 lost

                                                         one column = 250 ms
                                          0       2       4       6       8      10      12s
                                          +-------+-------+-------+-------+-------+-------+
                #1  subscribe (+1)        ^---o---o---o---o---o---o---o---o---o---o---o---> main.swift:9

                #3  subscribe (+2)        ^---------|     ┊       ┊       ┊       ┊       ┊ Config.swift:24
                #5    load                #       ┊       ┊       ┊       ┊       ┊       ┊ Config.swift:22

        LEAK A  #7  subscribe (+1)        ^---o---o---o---!       ┊       ┊       ┊       ┊ Cache.swift:95
                #9    ticker              ^---o---o---o---x---x---x---x---x---x---x---x---> Ticker.swift:18
                                                          ╰ disposed; #9 was not

        LEAK B  #10 subscribe (+2)          ^--ooooo---ooooooooooooooooooooooooooooooooooo> Session.swift:47
                #13   take(until:)          ^-o-------o-------|   ┊       ┊       ┊       ┊ Session.swift:44
                #14     filter              ^-o-------o-------!   ┊       ┊       ┊       ┊ Session.swift:43
                #15       ticker            ^-o---o---o---o---!   ┊       ┊       ┊       ┊ Ticker.swift:18
                #16     closed              ^-----------------!   ┊       ┊       ┊       ┊ Session.swift:31
                #17   [1] map(fetch) (+1)     ^ooooo|     ┊       ┊       ┊       ┊       ┊ Api.swift:60
                #19   [2] map(fetch) (+1)         ┊   ^ooooooooooooooooooooooooooooooooooo> Api.swift:60
                                                              ╰ stop signal; #19 runs on: 28 values

        LEAK B  #21 subscribe                     ┊       ┊       ^----ooooo---ooooooooooo> Session.swift:47
                #32 subscribe                     ┊       ┊       ┊       ┊       ┊ ^--ooo> Session.swift:47

        ^ subscribed  o one value  2-9 values  * ten or more  | completed  # error  ! disposed
        - alive, quiet  x value after disposal  > alive at the end  ? events lost  (+n) equal rows

        """)
  }

  @Test func `a part of the recording is drawn larger`() {
    var options = leaks
    options.from = 3_900_000_000
    options.to = 5_100_000_000
    #expect(
      render(.feedd, as: .timeline(options)) == """
        feedd  pid 4711  12.000 s  425 events  40 subscriptions  0 lost

                                                  one column = 25 ms
                                 3.9     4.1     4.3     4.5     4.7     4.9     5.1s
                                   +-------+-------+-------+-------+-------+-------+
        LEAK A  #7  subscribe (+1) ----!   ┊       ┊       ┊       ┊       ┊       ┊ Cache.swift:95
                #9    ticker       ----x---------------------------------------x---- Ticker.swift:18
                                       ╰ disposed; #9 was not

        LEAK B  #10 subscribe (+4) ----o---------o---------o---------o---------o---- Session.swift:47
                                           stop signal; #19 runs on: 28 values ╯
                #13   take(until:) --------------------------------------------|   ┊ Session.swift:44
                #14     filter     --------------------------------------------!   ┊ Session.swift:43
                #15       ticker   ----o---------------------------------------!   ┊ Ticker.swift:18
                #16     closed     --------------------------------------------!   ┊ Session.swift:31

        ^ subscribed  o one value  2-9 values  * ten or more  | completed  # error  ! disposed
        - alive, quiet  x value after disposal  > alive at the end  ? events lost  (+n) equal rows

        """)
  }

  @Test func `equal rows are drawn each for itself when asked for`() {
    var options = leaks
    options.foldsEqualRows = false
    let text = render(.feedd, as: .timeline(options))
    for number in [7, 8, 9] + Array(10...20) { #expect(text.contains("#\(number) ")) }
    #expect(!text.contains("(+1)"))
  }

  @Test func `the limit counts what it leaves out`() {
    var options = TimelineOptions(limit: 5)
    options.foldsEqualRows = false
    #expect(render(.feedd, as: .timeline(options)).contains("\n… 35 more in 5 trees\n"))
  }

  @Test func `without a leak there is nothing to draw for leaks only`() {
    #expect(render(.repairedFeedd, as: .timeline(leaks)).contains("\nNo subscription is in this part.\n"))
  }

  @Test(arguments: [(2, "="), (9, "="), (10, "≡")])
  func `a row that stands for several shows how many are alive where nothing happens`(
    count: Int, sign: String
  ) throws {
    var script = TraceScript()
    // The first lives on, the second has a row of its own, and the others share one.
    for number in 0..<(count + 2) {
      let root = script.subscribe("subscribe", "main.swift:3", at: Double(number) / 100)
      script.next([root], at: 1)
      if number > 0 { script.dispose([root], .explicit, at: 6) }
    }
    let text = render(
      AnalyzedTrace(script.trace, began: TraceScript.start, ended: TraceScript.time(8)), as: .timeline())
    let row = try #require(text.split(separator: "\n").first { $0.contains("×\(count)") }, "\(text)")
    #expect(row.contains(String(repeating: sign, count: 10)), "\(text)")
    #expect(text.contains(sign == "=" ? "= 2-9 alive, quiet" : "≡ ten or more"))
  }

  @Test func `a row that stands for several draws the lives of all of them`() throws {
    var script = TraceScript()
    for start in [0.0, 2, 4, 6] {
      let root = script.subscribe("subscribe", "main.swift:3", at: start)
      script.next([root], at: start + 0.5)
      script.dispose([root], .explicit, at: start + 1)
    }
    let text = render(
      AnalyzedTrace(script.trace, began: TraceScript.start, ended: TraceScript.time(8)), as: .timeline())
    let row = try #require(text.split(separator: "\n").first { $0.contains("×3") })
    #expect(row.count { $0 == "o" } == 3)
    #expect(row.count { $0 == "^" } == 3 && row.count { $0 == "!" } == 3)
    #expect(text.contains("×n as many alike, drawn as one"))
  }
}
