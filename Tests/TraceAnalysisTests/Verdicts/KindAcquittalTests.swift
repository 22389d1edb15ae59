import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// Why a living subscription belongs to no leak: the numbers of its kind.
struct KindAcquittalTests {
  private struct Program {
    var script = TraceScript()
    let clock: SubscriptionID

    init() { clock = script.subscribe("subscribe", "main.swift:1", at: 0) }

    mutating func tick(at time: Double) { script.next([clock], at: time) }

    /// One of the kind, from `start` to `end`.
    @discardableResult
    mutating func live(
      _ source: String = "PublishSubject", from start: Double, to end: Double? = nil, isOwned: Bool = false
    ) -> SubscriptionID {
      tick(at: start - 0.05)
      let root = script.subscribe("subscribe", "a.swift:9", at: start)
      let upstream = script.subscribe(source, "a.swift:8", for: root, at: start)
      if isOwned, let bag = OwnerID(100 + root.rawValue) {
        script.add(.named(root, owner: bag, label: nil), start)
        script.add(.childAdded(bag, child: root.rawValue, total: 1), start)
      }
      if let end { script.dispose([root, upstream], .explicit, at: end) }
      return root
    }

    /// The reasons of a rule for the life of this number.
    func told(_ number: Int, by rule: String, ended: Double = 10) -> [String] {
      script.acquittals(of: number, ended: ended).filter { $0.contains(" \(rule)") }
    }
  }

  @Test func `Two are no series, and one alone is no question`() {
    var program = Program()
    program.live(from: 1)
    program.live(from: 2)
    #expect(
      program.told(2, by: "growth") == [
        "short growth: 2 of its kind live and 0 have ended: fewer than 3 that live are no growth"
      ])
    #expect(program.told(2, by: "leftBehind").isEmpty)
    var alone = Program()
    alone.live(from: 1)
    #expect(
      alone.told(2, by: "growth") == [
        "unmet growth: 1 of its kind lives and 0 have ended: fewer than 3 that live are no growth"
      ])
  }

  @Test func `Where many have ended, more must live`() {
    var program = Program()
    for second in 1...6 { program.live(from: Double(second), to: second > 3 ? nil : Double(second) + 0.5) }
    #expect(
      program.told(8, by: "growth") == [
        "short growth: 3 of its kind live and 3 have ended: growth needs 4 that live for each that ended"
      ])
  }

  @Test func `A series is begun at different moments`() {
    var program = Program()
    for _ in 1...4 { program.script.subscribe("subscribe", "a.swift:9", at: 1) }
    #expect(
      program.told(2, by: "growth") == [
        "short growth: 4 of its kind live and 0 have ended: they were begun at 1 moment, and growth needs 3"
      ])
  }

  @Test func `A set that has levelled off has as many as the program needs`() {
    var program = Program()
    for tenth in 1...8 { program.live(from: Double(tenth) / 10) }
    for tenth in 10...99 { program.tick(at: Double(tenth) / 10) }
    let told = program.told(2, by: "growth")
    #expect(told.count == 1)
    #expect(
      told[0].hasPrefix(
        "excused growth: 8 of its kind live and 0 have ended: the program has as many as it needs, for it acted "
      ), "\(told)")
    #expect(told[0].hasSuffix(" times since"), "\(told)")
  }

  @Test func `A pool that nobody holds is complete`() {
    var program = Program()
    for tenth in 1...4 {
      let root = program.live(from: Double(tenth) / 10)
      program.script.add(.handleReleased(root), Double(tenth) / 10)
    }
    for tenth in 10...99 { program.tick(at: Double(tenth) / 10) }
    #expect(
      program.told(2, by: "growth") == [
        "excused growth: 4 of its kind live and 0 have ended: all were begun within 300ms, and none in the 9600ms since"
      ])
  }

  /// An operator with so many inner signals from 1 s on, one a second.
  private func inners(
    _ count: Int, _ inner: String = "interval", sourceEnds: Bool = false, firstEnds: Bool = false
  ) -> Program {
    var program = Program()
    let root = program.script.subscribe("subscribe", "a.swift:9", at: 0.6)
    let flatMap = program.script.subscribe("flatMap", "a.swift:8", for: root, at: 0.6)
    let source = program.script.subscribe("PublishSubject", "a.swift:7", for: flatMap, at: 0.6)
    for number in 1...count {
      program.script.next([source], at: Double(number))
      let each = program.script.subscribe(
        inner, "a.swift:5", for: flatMap, as: .inner, number: UInt32(number), at: Double(number))
      if number == 1, firstEnds { program.script.complete([each], at: 1.5) }
    }
    if sourceEnds { program.script.complete([source], at: Double(count) + 0.5) }
    return program
  }

  @Test func `Inner signals of a list that is complete do not pile up`() {
    #expect(
      inners(6, sourceEnds: true).told(5, by: "innersPileUp") == [
        "excused innersPileUp: 6 of its kind live and 0 have ended: the source of their operator has ended, so that no more are begun"
      ])
  }

  @Test func `Inner signals of which one has ended by itself do not pile up`() {
    #expect(
      inners(6, firstEnds: true).told(6, by: "innersPileUp") == [
        "excused innersPileUp: 5 of its kind live and 1 has ended: 1 of these inner signals has ended by itself"
      ])
  }

  @Test func `A few inner signals without an endless source do not pile up`() {
    #expect(
      inners(4, "PublishSubject").told(5, by: "innersPileUp") == [
        "short innersPileUp: 4 of its kind live and 0 have ended: no source of them is endless, and fewer than 6 are no growth"
      ])
  }

  @Test func `One alone is not left behind`() {
    var program = Program()
    for second in 1...6 { program.live(from: Double(second), to: second == 3 ? nil : Double(second) + 0.5) }
    #expect(
      program.told(6, by: "leftBehind") == [
        "short leftBehind: 5 of its kind ended, the longest after 500ms, and 1 lives: one alone is not left behind"
      ])
  }

  @Test func `One that ended says nothing of the others`() {
    var program = Program()
    for second in 1...3 { program.live(from: Double(second), to: second > 1 ? nil : 1.5) }
    #expect(
      program.told(4, by: "leftBehind") == [
        "short leftBehind: 1 of its kind ended, the longest after 500ms, and 2 live: one that ended says nothing of the others"
      ])
  }

  @Test func `Those that live must be far older than the ended ones became`() {
    var program = Program()
    for second in 1...6 { program.live(from: Double(second), to: second % 3 == 0 ? nil : Double(second) + 3) }
    #expect(
      program.told(6, by: "leftBehind") == [
        "short leftBehind: 4 of its kind ended, the longest after 3000ms, and 2 live: #6 is 7000ms old, no more than 4 times the longest"
      ])
  }

  @Test func `The first of a kind may be meant to stay`() {
    var program = Program()
    for second in 1...6 { program.live(from: Double(second), to: second < 4 ? nil : Double(second) + 0.5) }
    #expect(
      program.told(2, by: "leftBehind", ended: 20) == [
        "short leftBehind: 3 of its kind ended, the longest after 500ms, and 3 live: all that live were begun before any that ended, and may be meant to stay"
      ])
  }

  @Test(
    arguments: [
      ([7, 8], false, 14, "#14 is far older, but somebody may still end it"),
      ([7, 8], true, 14, "#14 is far older, but too few of the ended ones are younger"),
      ([2, 8], true, 4, "of the living ones only 1 is far older"),
    ] as [([Int], Bool, Int, String)])
  func `Those that live are compared with the ended ones`(
    left: [Int], areOwned: Bool, number: Int, words: String
  ) {
    var program = Program()
    for second in 1...8 {
      program.live(
        from: Double(second), to: left.contains(second) ? nil : Double(second) + 0.5, isOwned: areOwned)
    }
    let ended = left == [7, 8] ? 20.0 : 9
    #expect(
      program.told(number, by: "leftBehind", ended: ended) == [
        "short leftBehind: 6 of its kind ended, the longest after 500ms, and 2 live: \(words)"
      ])
  }

  @Test func `Where hardly any has ended, the ended ones are the exception`() {
    var program = Program()
    for second in 1...8 { program.live(from: Double(second), to: second < 3 ? Double(second) + 0.5 : nil) }
    #expect(
      program.told(6, by: "leftBehind") == [
        "short leftBehind: 2 of its kind ended, the longest after 500ms, and 6 live: the ended ones are the exception"
      ])
  }

  @Test func `A single value of a clock is waited for`() {
    var program = Program()
    for second in 1...7 {
      program.live("timer", from: Double(second), to: [2, 4].contains(second) ? nil : Double(second) + 0.5)
    }
    #expect(
      program.told(4, by: "leftBehind") == [
        "excused leftBehind: 5 of its kind ended, the longest after 500ms, and 2 live: #4 waits for a single value of a clock"
      ])
  }

  @Test func `Each number that a rule weighs has a name, and no name twice`() {
    let forest = Feedd.records().forest(ended: Feedd.ended)
    let verdicts = Verdicts(forest, options: .explaining())
    let leaks = (verdicts.leaks + verdicts.suspects).flatMap { $0.cases.flatMap { $0.evidence } }
    let others = forest.lives.indices.flatMap { verdicts.acquittals(of: $0).map { $0.evidence } }
    #expect(!leaks.isEmpty && !others.isEmpty)
    for evidence in leaks + others {
      let names = evidence.figures.map(\.name)
      #expect(!names.isEmpty && Set(names).count == names.count, "\(evidence.name)")
    }
  }
}
