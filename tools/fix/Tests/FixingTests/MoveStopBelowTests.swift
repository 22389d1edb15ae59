import Testing

@testable import Fixing

@Suite struct MoveStopBelowTests {
  private func changes(_ source: String, stop: String = ".take(until", flattening: String = "flatMap")
    -> [String]
  {
    let repairing = Repairing(source)
    let name = flattening.split { !$0.isLetter }.first.map(String.init) ?? ""
    return repairing.changes(
      "moveStopBelow",
      [("stop", repairing.site("take(until:)", stop)), ("flattening", repairing.site(name, flattening))])
  }

  private func reason(_ source: String, stop: String = ".take(", flattening: String = "flatMap") -> String? {
    let repairing = Repairing(source)
    return repairing.reason(
      "moveStopBelow",
      [("stop", repairing.site("take(until:)", stop)), ("flattening", repairing.site("flatMap", flattening))])
  }

  @Test func `A line moves with the comments that belong to it`() {
    #expect(
      changes(
        """
        let pages =
          entries
          .map(\\.page)
          // Until the window is closed.
          .take(until: closed)  // not later
          .flatMap { beat($0) }  // many
          .deliverOnMain()
        """) == [
          // It is the same: fewer lines are told when the other operator moves up.
          "+  .flatMap { beat($0) }  // many", "-  .flatMap { beat($0) }  // many",
        ])
  }

  @Test func `On one line, the calls change places`() {
    #expect(
      changes("_ = taps.take(until: closed).flatMap { beat($0) }.subscribe(next: show)  // shown") == [
        "-_ = taps.take(until: closed).flatMap { beat($0) }.subscribe(next: show)  // shown",
        "+_ = taps.flatMap { beat($0) }.take(until: closed).subscribe(next: show)  // shown",
      ])
  }

  @Test func `Where the stop is on the first line, the layout stays, and the calls change places`() {
    #expect(
      changes(
        """
        let asked = accounts.take(until: signedOut)
          .flatMap { ask($0) }
        """) == [
          "-let asked = accounts.take(until: signedOut)", "-  .flatMap { ask($0) }",
          "+let asked = accounts.flatMap { ask($0) }", "+  .take(until: signedOut)",
        ])
  }

  @Test func `A closure of several lines keeps its shape`() {
    #expect(
      changes(
        """
        entries
          .take(until: closed)
          .flatMap { entry in
            clock.map { beat(entry, $0) }
          }
          .subscribe(next: report)
        """) == ["-  .take(until: closed)", "+  .take(until: closed)"])
  }

  @Test func `A stop on one input goes behind the call that takes all of them`() {
    #expect(
      changes("let pairs = combineLatest(fares.take(until: gone), seats)", flattening: "combineLatest") == [
        "-let pairs = combineLatest(fares.take(until: gone), seats)",
        "+let pairs = combineLatest(fares, seats).take(until: gone)",
      ])
  }

  @Test func `A stop on another chain stays there, and stands below as well`() {
    #expect(
      changes(
        """
        func open() {
          let called = lots.take(until: isOver).share()
          let followed = called.flatMap { lot in prices.map { $0 * lot } }
          _ = followed.subscribe(next: see)
        }
        """) == [
          "-  let followed = called.flatMap { lot in prices.map { $0 * lot } }",
          "+  let followed = called.flatMap { lot in prices.map { $0 * lot } }.take(until: isOver)",
        ])
  }

  @Test func `A stop above an operator of the program goes below that operator`() {
    #expect(
      changes(
        """
        extension Signal {
          func polled() -> Signal<Int> {
            flatMapLatest { value in ask(value) }
          }
        }
        func start() {
          asked = accounts.take(until: signedOut)  // here
            .polled()
        }
        """, flattening: "flatMapLatest") == [
          "-  asked = accounts.take(until: signedOut)  // here", "-    .polled()",
          "+  asked = accounts.polled()  // here", "+    .take(until: signedOut)",
        ])
  }

  @Test func `A name that is known above alone is not written below`() throws {
    let said = try #require(
      reason(
        """
        func start() {
          let rides = taxis.map { taxi in
            let closed = taxi.closed
            return taxi.positions.take(until: closed)
          }
          _ = rides.flatMap { $0 }
        }
        """))
    #expect(said == "closed at Sources/App/Screen.swift:4 is not known where flatMap is.")
  }

  @Test func `A closure that would have to name self gets no copy`() throws {
    #expect(
      reason(
        """
        final class Fan {
          let over = PublishSubject<Void>()
          func start() {
            let day = readings.take(until: over)
            _ = day.multicast { shared in
              let low = shared.filter(isLow)
              return low.flatMap { alarm($0) }
            }
          }
        }
        """)?.contains("over") == true)
  }

  @Test(
    arguments: ["take(2)", "take(while: { $0 > 2 })", "take(until: { $0 > 2 })"])
  func `A stop that counts or looks at values stays`(stop: String) throws {
    #expect(try #require(reason("_ = taps.\(stop).flatMap { beat($0) }")).contains("cannot be moved"))
  }

  @Test func `Two calls of a name on a line, a macro, another file's lines: nothing is guessed`() throws {
    #expect(
      reason("let a = (x.flatMap(f).take(until: s), y.flatMap(f))")
        == "Line Sources/App/Screen.swift:1 calls flatMap 2 times: which one is not recorded.")
    #expect(
      try #require(reason("#sourceLocation(file: \"a.swift\", line: 1)\nx.take(until: s).flatMap(f)"))
        .contains(
          "#sourceLocation"))
    #expect(try #require(reason("#watched(x.take(until: s).flatMap(f))")).contains("in a macro"))
    #expect(
      try #require(reason("x.take(until: s).map(f)", flattening: "map")).hasPrefix(
        "There is no call of flatMap"))
  }

  @Test func `A call that would not fit gets a line of its own`() {
    let repairing = Repairing(
      """
      let taps = views.take(until: isClosed).share()
      let shown = taps.flatMap { beat($0) }.map(show)
      """, width: 60)
    let sites = [
      ("stop", repairing.site("take(until:)", "isClosed")),
      ("flattening", repairing.site("flatMap", "flatMap")),
    ]
    #expect(
      repairing.changes("moveStopBelow", sites) == [
        "-let shown = taps.flatMap { beat($0) }.map(show)",
        "+let shown = taps.flatMap { beat($0) }", "+  .take(until: isClosed).map(show)",
      ])
  }
}
