import Testing
import TraceAnalysis
import TraceFormat

/// Flattening operators whose inner signals go on without their source.
@Suite struct SourcelessWatchTests {
  @Test func `inner signals behind a stop that another one awaits are suspects, with the line of the stop`()
    throws
  {
    var script = WatchScript()
    _ = script.session(isStopped: false)
    for _ in 0..<3 { _ = script.session(isStopped: true) }
    script.look(8)
    let suspect = try #require(script.verdicts.suspects.first)
    #expect(suspect.kind == .sourceless && script.verdicts.leaks.isEmpty)
    #expect(suspect.site.line == 13 && suspect.other?.line == 12)
    #expect(suspect.count == 3 && suspect.members == 12 && script.verdicts.openCount == 7)
    #expect(
      WatchWords(script.watch).hint(for: suspect).hasPrefix(
        "take(until:) is upstream of flatMap. If it was to end all of it: move it below (after Session.swift:13)."
      ))
  }

  @Test func `without such an example, ten are worth a look, and open`() throws {
    var script = WatchScript()
    for _ in 0..<9 { _ = script.session(isStopped: true) }
    script.look(8)
    #expect(script.verdicts.remarks.isEmpty && script.verdicts.openCount == 36)
    _ = script.session(isStopped: true)
    script.look(12)
    let verdicts = script.verdicts
    #expect(verdicts.suspects.isEmpty && verdicts.remarks.map(\.count) == [10] && verdicts.openCount == 40)
    let words = WatchWords(script.watch)
    #expect(words.headline(verdicts) == "no leak proven so far; 40 open, 1 line to look at")
    #expect(
      words.remark(verdicts.remarks[0]).hasPrefix(
        "look at Session.swift:13: 10 flatMap have inner signals and no source any more, so in every look of the "
          + "last 11.0 s."))
  }

  @Test func `a signal that begins when its source has ended, and never before, is in order`() {
    var script = WatchScript()
    let waiting = script.begin("then", "Main.swift:5", traits: .flattens)
    let stop = script.begin("take(until:)", "Main.swift:4", for: waiting, traits: .stops)
    script.begin("subject", "Main.swift:3", for: stop, as: .control, traits: .source)
    for _ in 0..<9 {
      let then = script.begin("then", "Main.swift:5", traits: .flattens)
      script.begin("stream", "Main.swift:6", for: then, as: .inner, traits: .source)
    }
    script.look(8)
    #expect(script.verdicts.suspects.isEmpty && script.verdicts.remarks.isEmpty)
  }

  @Test func `a source without a stop has ended by itself, and its inner signals are to go on`() {
    var script = WatchScript()
    _ = script.session(isStopped: false, source: "login")
    for _ in 0..<50 { _ = script.session(isStopped: true) }
    script.look(8)
    #expect(script.verdicts.suspects.isEmpty && script.verdicts.remarks.isEmpty)
  }

  @Test func `inner signals that end by themselves after the source are in order`() {
    var script = WatchScript()
    _ = script.session(isStopped: false)
    var inner: [UInt64] = []
    for _ in 0..<9 {
      let session = script.session(isStopped: true)
      inner.append(session.flattening)
    }
    script.look(8)
    #expect(script.verdicts.suspects.map(\.count) == [9])
    // Two of nine: the others may follow.
    script.end(inner[0])
    script.end(inner[1])
    script.look(2)
    #expect(script.verdicts.suspects.allSatisfy { $0.kind != .sourceless })
  }

  @Test func `inner signals whose source always ends are in order`() {
    var script = WatchScript()
    for _ in 0..<20 {
      let flattening = script.begin("flatMap", "Main.swift:5", traits: .flattens)
      script.begin("timer", "Main.swift:6", for: flattening, as: .inner, traits: [.source, .timer, .ends])
    }
    script.look(8)
    #expect(script.verdicts.remarks.isEmpty && script.verdicts.openCount == 40)
  }

  @Test func `a flattening operator that waits for its first inner signal is in order`() {
    var script = WatchScript()
    for _ in 0..<20 {
      let flattening = script.begin("flatMap", "Main.swift:5", traits: .flattens)
      script.begin("subject", "Main.swift:4", for: flattening, traits: .source)
    }
    script.look(8)
    #expect(script.verdicts.remarks.isEmpty && script.verdicts.openCount == 40)
  }

  @Test(.timeLimit(.minutes(5)))
  func `fifty thousand below one operator are judged in time in proportion`() {
    var script = WatchScript()
    let root = script.begin("subscribe", "Main.swift:9", traits: .root)
    let merge = script.begin("flatMap", "Main.swift:8", for: root, traits: .flattens)
    script.begin("groupBy", "Main.swift:7", for: merge)
    for number in 0..<50_000 {
      let session = script.begin("flatMap", "Main.swift:5", for: merge, as: .inner, traits: .flattens)
      if number == 0 {
        let stop = script.begin("take(until:)", "Main.swift:4", for: session, traits: .stops)
        script.begin("subject", "Main.swift:3", for: stop, as: .control, traits: .source)
      }
      script.begin("timer", "Main.swift:6", for: session, as: .inner, traits: .source)
    }
    script.look(3)
    let verdicts = script.verdicts
    #expect(verdicts.suspects.map(\.members) == [99_998] && verdicts.openCount == 7)
  }

  @Test func `a table that leads in a circle is judged as well`() {
    var script = WatchScript()
    for round in 0..<12 {
      // The two are each other's downstream.
      let first = UInt64(round * 2 + 1)
      script.begin("flatMap", "Main.swift:5", for: first + 1, as: .inner, traits: .flattens)
      script.begin("flatMap", "Main.swift:5", for: first, as: .inner, traits: .flattens)
    }
    script.look(8)
    #expect(script.verdicts.remarks.map(\.members) == [24])
  }
}
