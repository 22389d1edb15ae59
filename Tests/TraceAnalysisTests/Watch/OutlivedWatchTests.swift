import Testing
import TraceAnalysis
import TraceFormat

/// Subscriptions that live without the subscription for whose sake they were made.
@Suite struct OutlivedWatchTests {
  @Test func `an operator's upstream that lives without it in all looks is a leak for certain`() throws {
    var script = WatchScript()
    let root = script.begin("subscribe", "Main.swift:9", traits: .root)
    let first = script.begin("relay", "Main.swift:8", for: root)
    script.begin("ticker", "Main.swift:7", for: first, traits: .source)
    let gone = script.begin("relay", "Main.swift:8", age: 90)
    script.end(gone)
    let top = script.begin("ticker", "Main.swift:7", for: gone, traits: .source, age: 90)
    script.begin("timer", "Main.swift:6", for: top, traits: .source, age: 90)
    script.look(10)
    let verdicts = script.verdicts
    let leak = try #require(verdicts.leaks.first)
    #expect(verdicts.leaks.count == 1 && verdicts.suspects.isEmpty && leak.confidence == .certain)
    #expect(leak.kind == .outlived(isGuessed: false) && leak.count == 1 && leak.members == 2)
    // Another of the line, which is in order, tells for which operator.
    #expect(leak.site.line == 8 && leak.other?.line == 7)
    #expect(verdicts.openCount == 3)
    let words = WatchWords(script.watch)
    #expect(words.headline(verdicts) == "1 leak so far, 2 subscriptions")
    #expect(
      words.sentences(for: leak) == [
        "1 subscription of this line lives on, though the subscription that it was made for has ended: "
          + "so in all 10 looks of 9.0 s.",
        "It is 99.0 s old. None of the line was seen to end.",
      ])
    #expect(
      words.hint(for: leak) == "relay at Main.swift:8 must dispose its upstream when it is disposed or ends.")
  }

  @Test func `one look with its subscriber clears it, for a look may fall into a birth or an end`() {
    var script = WatchScript()
    let late = script.begin("subscribe", "Main.swift:9")
    script.end(late)
    script.begin("ticker", "Main.swift:7", for: late)
    script.look(9)
    script.useAgain(late)
    script.begin("subscribe", "Main.swift:9")
    script.look()
    #expect(script.verdicts.leaks.isEmpty && script.verdicts.awaited == 0)
  }

  @Test func `an end that came in the second half of the watch is not judged yet`() {
    var script = WatchScript()
    let root = script.begin("subscribe", "Main.swift:9")
    script.begin("ticker", "Main.swift:7", for: root)
    script.look(6)
    script.end(root)
    script.look(4)
    #expect(script.verdicts.leaks.isEmpty && script.verdicts.awaited == 1)
    script.look(8)
    #expect(script.verdicts.leaks.map(\.recent) == [1] && script.verdicts.awaited == 0)
    #expect(
      WatchWords(script.watch).sentences(for: script.verdicts.leaks[0])[0].hasSuffix(
        "so in every look of the last 11.0 s."))
  }

  @Test func `others of the line that took long to end show that this one may, too`() {
    var script = WatchScript()
    var tops: [UInt64] = []
    for _ in 0..<2 {
      let root = script.begin("subscribe", "Main.swift:9")
      tops.append(script.begin("ticker", "Main.swift:7", for: root))
      script.end(root)
    }
    script.look(6)
    script.end(tops[0])
    script.look(4)
    #expect(script.verdicts.leaks.isEmpty && script.verdicts.awaited == 1)
    script.look(3)
    #expect(script.verdicts.leaks.count == 1)
  }

  @Test func `several subscriptions of a closure, which no bag holds, are suspects`() throws {
    func verdicts(_ count: Int, owner: UInt64) -> WatchVerdicts {
      var script = WatchScript()
      let living = script.begin("create", "Bridge.swift:5", traits: [.source, .subscribesInUserCode])
      script.begin("subscribe", "Bridge.swift:6", for: living, as: .nested, owner: owner)
      for _ in 0..<count {
        let gone = script.begin("create", "Bridge.swift:5")
        script.end(gone)
        let top = script.begin("subscribe", "Bridge.swift:6", for: gone, as: .nested, owner: owner)
        script.begin("PublishSubject", "Bridge.swift:2", for: top)
      }
      script.look(8)
      return script.verdicts
    }
    let suspect = try #require(verdicts(3, owner: 0).suspects.first)
    #expect(suspect.kind == .outlived(isGuessed: true) && suspect.confidence == .possible)
    #expect(suspect.site.line == 5 && suspect.other?.line == 6 && suspect.members == 6)
    #expect(verdicts(3, owner: 0).leaks.isEmpty && verdicts(3, owner: 0).openCount == 2)
    for quiet in [verdicts(2, owner: 0), verdicts(30, owner: 7)] {
      #expect(quiet.leaks.isEmpty && quiet.suspects.isEmpty && quiet.openCount > 0)
    }
  }

  @Test(arguments: [Role.Kind.shared, .task, .loop])
  func `a shared connection, a task and a loop may outlive whoever made them`(role: Role.Kind) {
    var script = WatchScript()
    for _ in 0..<20 {
      let first = script.begin("subscribe", "Main.swift:9")
      script.end(first)
      script.begin("share", "Main.swift:7", for: first, as: role)
    }
    script.look(9)
    #expect(script.verdicts.leaks.isEmpty && script.verdicts.suspects.isEmpty)
    #expect(script.verdicts.openCount == 20 && script.verdicts.awaited == 0)
  }

  @Test func `where a part of the table is missing, the subscriber may be there`() {
    var script = WatchScript()
    let root = script.begin("subscribe", "Main.swift:9")
    script.end(root)
    script.begin("ticker", "Main.swift:7", for: root)
    script.look(3)
    script.isWhole = false
    script.look()
    script.isWhole = true
    script.look(5)
    #expect(script.verdicts.leaks.isEmpty && script.verdicts.suspects.count == 1)
  }

  @Test func `less than three looks judge nothing`() {
    var script = WatchScript()
    let root = script.begin("subscribe", "Main.swift:9")
    script.end(root)
    script.begin("ticker", "Main.swift:7", for: root)
    script.look(2)
    #expect(script.verdicts.leaks.isEmpty && script.verdicts.isUnjudged)
    #expect(
      WatchWords(script.watch).headline(script.verdicts)
        == "not judged: 2 looks at the process, and 3 are needed")
    script.look()
    #expect(script.verdicts.leaks.count == 1)
  }
}
