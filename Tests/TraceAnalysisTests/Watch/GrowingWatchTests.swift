import Testing
import TraceFormat

@testable import TraceAnalysis

/// Call sites of which ever more live, and the books of a watch.
@Suite struct GrowingWatchTests {
  /// Watches as so many begin, two subscriptions each, one a look.
  private func grown(_ count: Int, oldest age: UInt64 = 3000) -> WatchScript {
    var script = WatchScript()
    func begin(_ age: UInt64) {
      let root = script.begin("subscribe", "Room.swift:12", traits: .root, age: age)
      script.begin("map", "Room.swift:11", for: root, age: age)
    }
    begin(age)
    script.look()
    for _ in 0..<count {
      begin(0)
      script.look()
    }
    script.look(3)
    return script
  }

  @Test func `five in as many looks, and none ended, are a suspect at their root`() throws {
    let script = grown(5)
    let suspect = try #require(script.verdicts.suspects.first)
    #expect(script.verdicts.suspects.count == 1 && suspect.kind == .growing)
    #expect(suspect.site.line == 12 && suspect.count == 6 && suspect.recent == 5 && suspect.members == 12)
    #expect(
      WatchWords(script.watch).sentences(for: suspect) == [
        "5 of this line began in 8.0 s, 1 lived before, and none was seen to end. The oldest is 50 min 8 s old."
      ])
    #expect(grown(4).verdicts.suspects.isEmpty)
  }

  @Test func `a line that began a while ago at most may begin to end soon`() {
    #expect(grown(5, oldest: 20).verdicts.suspects.isEmpty)
  }

  @Test func `one that ended clears the line`() {
    var script = grown(6)
    script.end(1, 2)
    script.look()
    #expect(script.verdicts.suspects.isEmpty && script.verdicts.openCount == 12)
  }

  @Test func `many at once are a burst`() {
    var script = WatchScript()
    script.begin("subscribe", "Room.swift:12", age: 3000)
    script.look()
    for _ in 0..<3 {
      for _ in 0..<100 { script.begin("subscribe", "Room.swift:12") }
      script.look()
    }
    #expect(script.verdicts.suspects.isEmpty)
  }

  @Test func `what is open is counted by its roots, the most first, and sites count beginnings and ends`() {
    var script = WatchScript()
    let root = script.begin("subscribe", "Main.swift:1", age: 10)
    script.begin("map", "Main.swift:2", for: root)
    for _ in 0..<2 { script.begin("subscribe", "Main.swift:7", age: 5) }
    script.look(2)
    let short = script.begin("subscribe", "Main.swift:7")
    script.look()
    script.end(short)
    script.look()
    let verdicts = script.verdicts
    #expect(verdicts.open.map(\.site.line) == [7, 1] && verdicts.openCount == 4)
    #expect(verdicts.open.map(\.trees) == [2, 1] && verdicts.open.map(\.begun) == [1, 0])
    #expect(verdicts.open.map(\.ended) == [1, 0])
    #expect(verdicts.open.map(\.oldest) == [8, 13].map { $0 * WatchScript.second })
    #expect(WatchWords(script.watch).headline(verdicts) == "no leak proven so far; 4 open")
    #expect(WatchWords(script.watch).census == "4 alive at first, 1 begun and 1 ended since")
  }

  @Test func `a watch keeps the living, however many have ended`() {
    var script = WatchScript()
    for _ in 0..<1000 {
      let ids = (0..<10).map { _ in script.begin("subscribe", "Main.swift:1") }
      script.look()
      for id in ids { script.end(id) }
    }
    script.look()
    #expect(script.watch.lives.isEmpty && script.watch.lines.count == 1)
    #expect(script.watch.begun == 9990 && script.watch.gone == 10_000)
    #expect(WatchWords(script.watch).headline(script.verdicts) == "no leaks so far: no subscription is alive")
  }

  @Test func `a number that another subscription has now is another subscription`() {
    var script = WatchScript()
    let first = script.begin("subscribe", "Main.swift:1")
    script.look(3)
    script.end(first)
    script.useAgain(first)
    script.begin("subscribe", "Main.swift:2")
    script.look(3)
    #expect(script.watch.begun == 1 && script.watch.gone == 1)
  }
}
