import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// A bag that was disposed and is given more.
struct DisposedOnArrivalTests {
  /// A cell binds itself at each use. From the second on its bag has been disposed; `fresh` uses have a bag of their own.
  private func troubles(late: Int, fresh: Int, apart: Double = 1, isCalled: Bool = true) -> [String] {
    var script = TraceScript()
    let place = Site(operatorName: "dispose", file: "feedd/a.swift", line: 4, traits: [])
    func use(_ owner: UInt64, at time: Double, isLate: Bool) {
      let life = script.subscribe("bind(to:)", "a.swift:7", at: time)
      script.add(.named(life, owner: OwnerID(owner)!, label: nil), time)
      script.dispose([life], .owner, at: isLate ? time : time + 0.5)
    }
    for number in 0..<fresh { use(UInt64(100 + number), at: 0.5, isLate: false) }
    use(1, at: 0.1, isLate: false)
    if isCalled { script.add(.called(.dispose, id: 1, site: place), 0.6) }
    script.add(.ownerDisposed(OwnerID(1)!, children: 1), 0.6)
    for number in 0..<late { use(1, at: 1 + Double(number) * apart, isLate: true) }
    return script.troubles(ended: 12).filter { $0.hasPrefix("disposed-on-arrival") }
  }

  @Test func `The place that disposed the bag is named, and how many came too late`() {
    #expect(
      troubles(late: 6, fresh: 1) == [
        "disposed-on-arrival dispose 4: a disposed holder is used again: 6 of 8 subscriptions of bind(to:) 7 ended as they were added"
      ])
    #expect(troubles(late: 6, fresh: 1, isCalled: false).first?.contains("bind(to:) 7: ") == true)
  }

  @Test func `Nothing is said of a few, of those that come at once, and where most have a bag that holds`() {
    #expect(troubles(late: 2, fresh: 0).isEmpty)
    #expect(troubles(late: 6, fresh: 8).isEmpty)
    #expect(troubles(late: 6, fresh: 1, apart: 0.001).isEmpty)
  }
}
