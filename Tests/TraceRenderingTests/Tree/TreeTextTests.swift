import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

@testable import TraceRendering

struct TreeTextTests {
  @Test func `the quote server's tree shows both leaks, folds what has finished and merges what is equal`() {
    #expect(
      render(.feedd, as: .tree()) == """
        feedd  pid 4711  12.000 s  425 events  40 subscriptions  0 lost
        alive at the end 22:  11 leaked ✗ (2 groups A, B)  9 open ·  2 long-lived ∞    finished 18: --all

             ID  SUBSCRIPTION                    WHERE            LIFE s NEXT  STATE
         ∞   #1  subscribe                       main.swift:9     12.00+   11  alive
         ∞   #2  └─ interval(1s)                 main.swift:8     12.00+   11  alive

             #7  subscribe                       Cache.swift:95     3.98    3  disposed 4.000
             #8  └─ create                       Cache.swift:88     3.98    3  disposed 4.000
         ✗   #9     └╳ ticker                    Ticker.swift:18  11.98+   11  ALIVE, 8 values too late   A

         ✗  #10  subscribe                       Session.swift:47 11.50+   40  ALIVE                      B
         ✗  #11  └─ deliverOnMain()              Session.swift:46 11.50+   40  ALIVE
         ✗  #12     └─ flatMap                   Session.swift:45 11.50+   40  ALIVE, 1 of 2 inner left
            #13        ├─ take(until:)           Session.swift:44   4.50    2  completed 5.001       (+2)
            #16        │  └┄ closed              Session.swift:31   4.50    1  fired 5.000
            #17        ├─[1] map(fetch)          Api.swift:60       1.50    5  completed 2.503       (+1)
         ✗  #19        └─[2] map(fetch)          Api.swift:60      9.00+   35  ALIVE
         ✗  #20              └─ interval(250ms)  Api.swift:58      9.00+   35  ALIVE, timer, thread 2

         ✗  #21  subscribe                       Session.swift:47  6.00+   16  ALIVE, shape of #10   (+4) B
         ·  #32  subscribe                       Session.swift:47  1.50+    3  open, not stopped yet (+8)

        ── data   ┄┄ control   [n] inner   ╳ dispose not passed on   (+n) folded
           next: rxtrace leaks feedd.rxtrace

        """)
  }

  @Test func `on a page of ASCII the tree has the same rows`() {
    #expect(
      render(.feedd, as: .tree(on: Page(charset: .ascii))) == """
        feedd  pid 4711  12.000 s  425 events  40 subscriptions  0 lost
        alive at the end 22:  11 leaked x (2 groups A, B)  9 open .  2 long-lived ~    finished 18: --all

             ID  SUBSCRIPTION                    WHERE            LIFE s NEXT  STATE
         ~   #1  subscribe                       main.swift:9     12.00+   11  alive
         ~   #2  `- interval(1s)                 main.swift:8     12.00+   11  alive

             #7  subscribe                       Cache.swift:95     3.98    3  disposed 4.000
             #8  `- create                       Cache.swift:88     3.98    3  disposed 4.000
         x   #9     `X ticker                    Ticker.swift:18  11.98+   11  ALIVE, 8 values too late   A

         x  #10  subscribe                       Session.swift:47 11.50+   40  ALIVE                      B
         x  #11  `- deliverOnMain()              Session.swift:46 11.50+   40  ALIVE
         x  #12     `- flatMap                   Session.swift:45 11.50+   40  ALIVE, 1 of 2 inner left
            #13        |- take(until:)           Session.swift:44   4.50    2  completed 5.001       (+2)
            #16        |  `. closed              Session.swift:31   4.50    1  fired 5.000
            #17        |-[1] map(fetch)          Api.swift:60       1.50    5  completed 2.503       (+1)
         x  #19        `-[2] map(fetch)          Api.swift:60      9.00+   35  ALIVE
         x  #20              `- interval(250ms)  Api.swift:58      9.00+   35  ALIVE, timer, thread 2

         x  #21  subscribe                       Session.swift:47  6.00+   16  ALIVE, shape of #10   (+4) B
         .  #32  subscribe                       Session.swift:47  1.50+    3  open, not stopped yet (+8)

        -- data   .. control   [n] inner   X dispose not passed on   (+n) folded
           next: rxtrace leaks feedd.rxtrace

        """)
  }

  @Test func `a narrow page draws a steeper tree, and breaks states between words`() {
    #expect(
      render(.feedd, as: .tree(on: Page(width: 80))) == """
        feedd  pid 4711  12.000 s  425 events  40 subscriptions  0 lost
        alive at the end 22:  11 leaked ✗ (2 groups A, B)  9 open ·  2 long-lived ∞
            finished 18: --all

             ID  SUBSCRIPTION          WHERE            LIFE s NEXT  STATE
         ∞   #1  subscribe             main.swift:9     12.00+   11  alive
         ∞   #2  └ interval(1s)        main.swift:8     12.00+   11  alive

             #7  subscribe             Cache.swift:95     3.98    3  disposed 4.000
             #8  └ create              Cache.swift:88     3.98    3  disposed 4.000
         ✗   #9   └╳ ticker            Ticker.swift:18  11.98+   11  ALIVE,            A
                                                                     8 values too late

         ✗  #10  subscribe             Session.swift:47 11.50+   40  ALIVE             B
         ✗  #11  └ deliverOnMain()     Session.swift:46 11.50+   40  ALIVE
         ✗  #12   └ flatMap            Session.swift:45 11.50+   40  ALIVE,
                   │                                                 1 of 2 inner left
            #13    ├ take(until:)      Session.swift:44   4.50    2  completed    (+2)
                   ││                                                5.001
            #16    │└┄ closed          Session.swift:31   4.50    1  fired 5.000
            #17    ├ [1] map(fetch)    Api.swift:60       1.50    5  completed    (+1)
                   │                                                 2.503
         ✗  #19    └ [2] map(fetch)    Api.swift:60      9.00+   35  ALIVE
         ✗  #20     └ interval(250ms)  Api.swift:58      9.00+   35  ALIVE, timer,
                                                                     thread 2

         ✗  #21  subscribe             Session.swift:47  6.00+   16  ALIVE,       (+4) B
                                                                     shape of #10
         ·  #32  subscribe             Session.swift:47  1.50+    3  open,        (+8)
                                                                     not stopped yet

        ── data   ┄┄ control   [n] inner   ╳ dispose not passed on   (+n) folded
           next: rxtrace leaks feedd.rxtrace

        """)
  }

  @Test func `a long error has room for some words, and numbers are left out first`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "Session.swift:47", at: 0)
    let source = script.subscribe("distinctUntilChanged", "Session.swift:46", for: root, at: 0)
    script.fail([source, root], "the connection was refused", at: 1)
    let text = render(AnalyzedTrace(script.trace), as: .tree(on: Page(width: 60)))
    for word in ["Session.swift:46", "the connection", "refused"] { #expect(text.contains(word), "\(text)") }
  }

  @Test(arguments: [60, 80, 100]) func `no width costs a state a word`(width: Int) {
    let words = render(.feedd, as: .tree(on: Page(width: width))).split { " \n".contains($0) }
    for state in [
      "8 values too late", "1 of 2 inner left", "completed 5.001", "fired 5.000", "timer, thread 2",
      "shape of #10", "not stopped yet",
    ] {
      for word in state.split(separator: " ") { #expect(words.contains(word), "\(state) at \(width)") }
    }
  }

  @Test func `without a leak the tree shows what is open`() {
    #expect(
      render(.repairedFeedd, as: .tree()) == """
        feedd  pid 4711  12.000 s  270 events  40 subscriptions  0 lost
        alive at the end 11:  9 open ·  2 long-lived ∞    finished 29: --all

             ID  SUBSCRIPTION                       WHERE            LIFE s NEXT  STATE
         ∞   #1  subscribe                          main.swift:9     12.00+   11  alive
         ∞   #2  └─ interval(1s)                    main.swift:8     12.00+   11  alive

         ·  #32  subscribe                          Session.swift:47  1.50+    3  open
         ·  #33  └─ deliverOnMain()                 Session.swift:46  1.50+    3  alive
         ·  #34     └─ take(until:)                 Session.swift:45  1.50+    3  alive
         ·  #35        ├─ flatMap                   Session.swift:44  1.50+    3  alive
         ·  #36        │  ├─ filter                 Session.swift:43  1.50+    1  alive
         ·  #37        │  │  └─ ticker              Ticker.swift:18   1.50+    1  alive
         ·  #39        │  └─[1] map(fetch)          Api.swift:60      1.00+    3  alive
         ·  #40        │        └─ interval(250ms)  Api.swift:58      1.00+    3  alive
         ·  #38        └┄ closed                    Session.swift:31  1.50+    0  alive

        ── data   ┄┄ control   [n] inner

        """)
  }

  @Test func `finished subscriptions are drawn on demand`() {
    var options = TreeOptions()
    options.showsFinished = true
    let text = render(.feedd, as: .tree(options))
    for row in ["failed 0.011: timeout", "#14        │  ├─ filter", "#18        │     └─ interval(250ms)"] {
      #expect(text.contains(row))
    }
    #expect(!text.contains("--all"))
  }

  @Test func `where nothing is left alive the finished trees are drawn`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "main.swift:3", at: 0)
    let source = script.subscribe("from", "main.swift:2", for: root, at: 0)
    script.next([source, root], at: 0.001)
    script.complete([source, root], at: 0.002)
    script.dispose([root, source], .terminated, at: 0.002)
    #expect(
      render(AnalyzedTrace(script.trace), as: .tree()) == """
        test  pid 4711  2.003 ms  8 events  2 subscriptions  0 lost
        alive at the end 0    finished 2

            ID  SUBSCRIPTION  WHERE        LIFE ms NEXT  STATE
         ✓  #1  subscribe     main.swift:3    2.00    1  completed 2.001
         ✓  #2  └─ from       main.swift:2    2.00    1  completed 2.000

        ── data

        """)
  }

  @Test func `a task that has ended owes its tasks no disposal`() {
    var script = TraceScript()
    let task = script.subscribe("client", "main.swift:3", as: .task, at: 0)
    let reader = script.subscribe("reader", "main.swift:2", for: task, as: .task, at: 0)
    let loop = script.subscribe("for await", "main.swift:1", for: reader, as: .loop, at: 0)
    script.subscribe("AsyncStream", "main.swift:1", for: loop, traits: [.source, .hot], joining: 9, at: 0)
    script.complete([task], at: 1)
    script.add(.abandoned(source: 9), 1)
    script.next([script.subscribe("clock", "main.swift:9", at: 9)], at: 10)
    let text = render(AnalyzedTrace(script.trace), as: .tree())
    #expect(text.contains("✗  #2  └─ reader"), "\(text)")
    #expect(!text.contains("╳"), "\(text)")
  }

  @Test func `a thousand equal trees are two rows, and so are a thousand equal inner signals`() {
    #expect(
      render(.alike, as: .tree()) == """
        test  pid 4711  10.000 s  4502 events  4002 subscriptions  0 lost
        alive at the end 3502:  500 leaked ✗ (1 group A)  2000 open ·  1002 long-lived ∞    finished 500

               ID  SUBSCRIPTION  WHERE        LIFE s NEXT  STATE
         ·     #1  subscribe     main.swift:3 10.00+    0  open
         ·     #2  └ never       main.swift:2 10.00+    0  alive

         ·     #3  subscribe     main.swift:3 10.00+    0  open, shape of #1              ×999 (+1997)

         ∞  #1002  subscribe     main.swift:9 10.00+    0  alive
         ∞  #1004  └ flatMap     main.swift:8 10.00+    0  alive
         ∞  #2003   ├ [1] map    main.swift:7 10.00+    0  alive
         ∞  #2004   │└ never     main.swift:6 10.00+    0  alive
            #2005   ├ [2] map    main.swift:7   0.00    0  completed 0.004
         ✗  #2006   │└╳ never    main.swift:6 10.00+    0  ALIVE, source, thread 1                     A
         ∞  #2007   ├ [3] map    main.swift:7 10.00+    0  alive, shape of #2003           ×499 (+997)
         ✗  #2009   └ [4] map    main.swift:7   0.00    0  completed 0.004, shape of #2005 ×499 (+499) A

        ── data   [n] inner   ╳ dispose not passed on   ×n as many alike   (+n) folded
           next: rxtrace leaks test.rxtrace

        """)
  }

  @Test func `an expanded subscription is drawn whole, and so is the way to it`() {
    var options = TreeOptions()
    options.expanded = [21, 39]
    #expect(Array(rows(of: .feedd, options).suffix(20)) == Array(21...40))
    #expect(!render(.feedd, as: .tree(options)).contains("shape of"))
  }

  @Test func `equal trees are drawn each for itself when asked for`() {
    var options = TreeOptions()
    options.mergesEqual = false
    #expect(rows(of: .feedd, options).suffix(17) == [21, 22, 23, 24, 27, 28, 30, 31] + Array(32...40))
  }

  @Test func `the depth limits the levels and counts what it folds`() {
    var options = TreeOptions()
    options.depth = 2
    let text = render(.feedd, as: .tree(options))
    #expect(text.contains("└─ deliverOnMain()"))
    #expect(!text.contains("flatMap"))
    #expect(text.split(separator: "\n").first { $0.contains("#11") }?.hasSuffix("(+3)") == true)
  }

  @Test(arguments: ["Session.swift:45", "feedd/Session.swift:45", "flatMap"])
  func `a call site or an operator can be the root`(root: String) {
    var options = TreeOptions()
    options.root = root
    let text = render(.feedd, as: .tree(options))
    #expect(text.contains("✗  #12  flatMap"))
    #expect(text.contains("✗  #23  flatMap"))
    #expect(!text.contains("deliverOnMain"))
  }

  @Test(
    arguments: [
      (.time, [1, 2, 7, 8, 9, 10, 11, 12, 13, 16, 17, 19, 20, 21, 32]), (.leak, [7, 8, 9, 10, 11]),
      (.life, [1, 2, 10, 11]), (.next, [10, 11, 12, 13, 16, 17, 19, 20, 21, 1, 2, 7, 8, 9, 32]),
    ] as [(TreeOptions.Order, [Int])])
  func `trees are sorted, and subscriptions in them stay in the order of birth`(
    order: TreeOptions.Order, first: [Int]
  ) {
    var options = TreeOptions()
    options.order = order
    #expect(Array(rows(of: .feedd, options).prefix(first.count)) == first)
  }

  @Test func `what the limit leaves out is counted, and leaks come first then`() {
    var options = TreeOptions(limit: 8)
    #expect(rows(of: .feedd, options) == [7, 8, 9, 10, 11, 12, 13, 16])
    #expect(render(.feedd, as: .tree(options)).contains("     … 20 more in 4 trees\n"))
    options.limit = 15
    #expect(rows(of: .feedd, options).count == 15)
    #expect(!render(.feedd, as: .tree(options)).contains(" more in "))
  }

  @Test func `what was alive before the recording is a group of its own`() {
    #expect(
      render(.attached, as: .tree()) == """
        test  pid 4711  3.000 s  2 events  3 subscriptions  0 lost
        alive at the end 3:  1 open ·  2 unknown ?

            ID  SUBSCRIPTION  WHERE         LIFE s NEXT  STATE
         ?  #1  subscribe     main.swift:20 11.00+    0  unknown, alive before the recording
         ?  #2  └─ interval   main.swift:19 11.00+    1  unknown, alive before the recording
             (recording starts here: these were alive before)

         ·  #3  subscribe     main.swift:30  2.00+    0  open

        ── data

        """)
  }

  @Test func `an empty trace says so`() {
    #expect(
      render(AnalyzedTrace([]), as: .tree()) == """
        test  pid 4711  0.000 µs  0 events  0 subscriptions  0 lost
        alive at the end 0

        No subscription was recorded.

        """)
  }

  /// The subscriptions that have a row, from top to bottom.
  private func rows(of trace: AnalyzedTrace, _ options: TreeOptions) -> [Int] {
    render(trace, as: .tree(options)).split(separator: "\n").compactMap { line in
      line.prefix(12).firstIndex(of: "#").flatMap { Int(line[$0...].dropFirst().prefix { $0 != " " }) }
    }
  }
}
