import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// The source lines with living subscriptions that no leak and no suspect tells of.
struct LivingLineTests {
  private func trace(_ forest: Forest) -> AnalyzedTrace {
    AnalyzedTrace(
      forest: forest, verdicts: Verdicts(forest, options: .explaining()), program: "feedd",
      file: "feedd.rxtrace")
  }

  @Test(arguments: [false, true])
  func `each line with living subscriptions that are not accused has a reason`(repaired: Bool) {
    let trace = trace(Feedd.records(repaired: repaired).forest(ended: Feedd.ended))
    let lines = trace.livingLines
    let words = LivingWords(trace)
    let innocent = trace.forest.lives.filter { life in
      life.isAlive && trace.verdicts.leak(of: life.number) == nil
    }
    #expect(lines.reduce(0) { $0 + $1.subscriptions } == innocent.count)
    #expect(Set(lines.flatMap { [$0.site] + $0.parts }) == Set(innocent.map(\.site)))
    for line in lines {
      #expect(!line.shown.isEmpty && line.told > 0, "\(line.site)")
      #expect(words.reason(of: line).hasSuffix("."))
      #expect(line.lives.allSatisfy { trace.verdicts[$0] == line.verdict })
    }
  }

  @Test func `The lines stand in the order of their places, each with its operators`() throws {
    let trace = trace(Feedd.records().forest(ended: Feedd.ended))
    let lines = trace.livingLines
    #expect(
      lines.map { "\($0.site.file):\($0.site.line)" } == [
        "feedd/Api.swift:60", "feedd/Session.swift:47", "feedd/main.swift:9",
      ])
    let words = LivingWords(trace)
    #expect(words.word(for: lines[2].verdict) == "long-lived")
    #expect(words.parts(of: lines[1]) == "Its operators: Session.swift:31, 43, 44, 45, 46; Ticker.swift:18.")
    #expect(words.parts(of: lines[2]) == "Its operators: main.swift:8.")
    #expect(
      words.reason(of: lines[2])
        == "#1 has lived for the whole recording, is the only one of its kind, and nobody was seen to let go of its handle."
    )
  }

  @Test func `Subscriptions of one line with reasons of one kind are one entry`() throws {
    var script = TraceScript()
    for second in 1...2 { script.subscribe("subscribe", "a.swift:9", at: Double(second)) }
    let bag = OwnerID(7)!
    for second in 3...5 {
      let held = script.subscribe("subscribe", "a.swift:\(second)", at: Double(second))
      script.add(.named(held, owner: bag, label: nil), Double(second))
      script.add(.childAdded(bag, child: held.rawValue, total: UInt64(second - 2)), Double(second))
    }
    let trace = trace(script.forest(ended: 10))
    let lines = trace.livingLines
    let words = LivingWords(trace)
    #expect(lines.map(\.lives) == [[3], [4], [5], [1, 2]])
    #expect(
      words.reason(of: lines[3])
        == "2 of its kind live and 0 have ended: fewer than 3 that live are no growth (growth); the recording tells of no handle that was let go (handleForgotten)."
    )
    #expect(words.reason(of: lines[0]) == "#3 is held by an owner that lives and holds 3 (ownerDisposed).")
  }

  @Test func `What was begun later than its long-lived subscriber has a reason of its own`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0)
    let again = script.subscribe("catch", "a.swift:8", for: root, at: 0)
    script.subscribe("interval", "a.swift:7", for: again, at: 5)
    let trace = trace(script.forest(ended: 10))
    let lines = trace.livingLines
    #expect(lines.map(\.site.line) == [7, 9])
    #expect(
      LivingWords(trace).reason(of: lines[0])
        == "#3 was begun for #2, catch a.swift:8, which lives (disposalNotPassedOn).")
  }

  @Test func `Where no rule came near, it is said`() throws {
    var script = TraceScript()
    let task = script.subscribe("Task", "a.swift:9", as: .task, at: 1)
    script.subscribe("AsyncStream", "a.swift:8", for: task, as: .loop, at: 1)
    var trace = trace(script.forest(ended: 10))
    trace.verdicts = Verdicts(trace.forest)
    let line = try #require(trace.livingLines.first)
    #expect(line.subscriptions == 2)
    #expect(LivingWords(trace).reason(of: line) == "No rule applies; rxtrace explain lists them.")
  }

  @Test func `Of a selection only the lines that were asked for are told`() {
    var trace = trace(Feedd.records().forest(ended: Feedd.ended))
    trace.selection = Set(trace.forest.lives.filter { $0.site.line == 58 }.map(\.number))
    #expect(trace.livingLines.map(\.site.line) == [58])
    #expect(trace.livingLines.allSatisfy { !$0.shown.isEmpty })
  }

  @Test func `The numbers of a leak tell how its cases differ`() throws {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    for second in 1...4 {
      script.next([clock], at: Double(second) - 0.1)
      let page = script.subscribe("subscribe", "a.swift:9", at: Double(second))
      let create = script.subscribe("create", "a.swift:8", for: page, at: Double(second))
      let inner = script.subscribe("interval", "a.swift:7", for: create, as: .nested, at: Double(second))
      script.next([inner, create, page], at: Double(second) + 0.1)
      script.dispose([page, create], .explicit, at: Double(second) + 0.5)
    }
    script.next([clock], at: 9)
    let forest = script.forest(ended: 10)
    let leak = try #require(Verdicts(forest).leaks.first)
    let gone = try #require(leak.weighed.first)
    #expect(gone.evidence is SubscriberGone)
    #expect(gone.numbers.map(\.figure.name) == ["subscriber", "gone at"])
    #expect(gone.numbers[0].others == leak.cases.count - 1)
    #expect(gone.numbers[1].range == TraceScript.time(1.5) + 1000...TraceScript.time(4.5) + 1000)
    let trace = AnalyzedTrace(forest: forest, verdicts: Verdicts(forest), program: "feedd")
    let (words, places) = (Wording(trace), Places(forest))
    #expect(
      words.text(of: gone.numbers[1], cases: 4, places) == "gone at 1.500 s (1.500 s to 4.500 s in 4 cases)")
  }
}
