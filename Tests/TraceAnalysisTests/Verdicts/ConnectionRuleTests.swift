import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Who joined a connection decides whether it is used; a place that makes one idle connection after the other leaks.
struct ConnectionRuleTests {
  /// Screens that show a value that is shared by an operator at a.swift:5.
  private func script(_ name: String, screens: Int, lastLeaves: Bool = true, connect: Site? = nil)
    -> TraceScript
  {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    for screen in 1...screens {
      let time = Double(screen)
      script.next([clock], at: time - 0.1)
      let root = script.subscribe("subscribe", "a.swift:9", at: time)
      let shared = script.subscribe(name, "a.swift:5", for: root, at: time)
      let source = script.subscribe("interval", "a.swift:4", for: shared, as: .shared, at: time)
      let connection = UInt64(100 + screen)
      script.add(.joined(shared, connection: connection), time)
      if let connect { script.add(.called(.connect, id: source.rawValue, site: connect), time) }
      script.add(.connected(connection: connection, source: source, subscribers: 1), time)
      if lastLeaves || screen < screens { script.dispose([root, shared], .explicit, at: time + 0.5) }
    }
    script.next([clock], at: Double(screens) + 1)
    return script
  }

  @Test func `Two shares of one line do not excuse each other`() {
    let leaks = script("share", screens: 2, lastLeaves: false).verdicts(ended: 10).leaks
    #expect(leaks.map(\.members) == [[4]])
    #expect(leaks.first?.site.line == 5)
  }

  @Test func `Idle connections that pile up are named by the call that makes them`() throws {
    let leak = try #require(script("replay", screens: 4).verdicts(ended: 10).leaks.first)
    #expect(leak.reason == .connectionsPileUp)
    #expect(leak.confidence == .likely)
    #expect(leak.site.line == 5)
    #expect(leak.cases.count == 4)
  }

  @Test func `Where the program connects by itself, its call is named`() throws {
    let connect = Site(operatorName: "connect", file: "a.swift", line: 7)
    let leak = try #require(
      script("multicast", screens: 4, connect: connect).verdicts(ended: 10).leaks.first)
    #expect(leak.reason == .connectionsPileUp)
    #expect(leak.site == connect)
    // A call that was for something else says nothing of it.
    var other = script("multicast", screens: 4)
    other.add(.called(.connect, id: 1, site: connect), 0.5)
    #expect(other.verdicts(ended: 10).leaks.first?.site.line == 5)
  }

  /// Connections that are all made at once, and left at 2 s; their clocks go on until `last`.
  private func atOnce(_ count: Int, last: Double, stay: Int = 0, haveHadAll: Bool = false) -> [Leak] {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    for number in 0..<count {
      let root = script.subscribe("subscribe", "a.swift:9", at: 1)
      let shared = script.subscribe("publish", "a.swift:5", for: root, at: 1)
      let source = script.subscribe("interval", "a.swift:4", for: shared, as: .shared, at: 1)
      script.add(.joined(shared, connection: UInt64(100 + number)), 1)
      script.add(.connected(connection: UInt64(100 + number), source: source, subscribers: 1), 1)
      if haveHadAll {
        script.complete([root], at: 2)
        script.dispose([shared], .downstream, at: 2)
      } else if number >= stay {
        script.dispose([root, shared], .owner, at: 2)
      }
      script.next([source], at: last)
    }
    script.next([clock], at: 9)
    let verdicts = script.verdicts(ended: 10, minimum: .possible)
    return verdicts.leaks + verdicts.suspects
  }

  @Test func `Those that were made at once are suspect where their clocks go on for nobody`() {
    #expect(atOnce(3, last: 8).map(\.reason) == [.connectionsPileUp])
    #expect(atOnce(3, last: 8).map(\.confidence) == [.possible])
    #expect(atOnce(3, last: 1.9).isEmpty)
    #expect(atOnce(2, last: 8).isEmpty)
    #expect(atOnce(3, last: 8, stay: 1).isEmpty)
    #expect(atOnce(3, last: 8, haveHadAll: true).isEmpty)
  }

  /// Connections that are made one each second, and that nobody uses after half a second. Each counts to an end: the first
  /// so many have come to it a second later.
  private func counted(ended: Int, living: Int, goesOn: Bool = true, hasSignal: Bool = false) -> TraceScript {
    var script = TraceScript()
    for number in 0..<ended + living {
      let time = 1 + Double(number)
      let root = script.subscribe("subscribe", "a.swift:9", at: time)
      let shared = script.subscribe("replay", "a.swift:5", for: root, at: time)
      let take = script.subscribe("take", "a.swift:4", for: shared, as: .shared, at: time)
      if hasSignal { script.subscribe("closed", "a.swift:3", for: take, as: .control, at: time) }
      let clock = script.subscribe("interval", "a.swift:2", for: take, at: time)
      script.add(.joined(shared, connection: UInt64(100 + number)), time)
      script.add(.connected(connection: UInt64(100 + number), source: take, subscribers: 1), time)
      script.dispose([root, shared], .owner, at: time + 0.5)
      if number < ended {
        let last = goesOn ? time + 2 : time + 0.6
        script.next([clock, take], at: last)
        script.complete([take], at: last)
        script.dispose([clock], .downstream, at: last)
        script.add(.disconnected(connection: UInt64(100 + number), source: take, subscribers: 0), last)
      } else {
        script.next([clock, take], at: 9.5)
      }
    }
    script.next([script.subscribe("subscribe", "main.swift:1", at: 0)], at: 9.9)
    return script
  }

  @Test func `Two that count for nobody are suspect, where others did so to their end`() throws {
    let verdicts = counted(ended: 2, living: 2).verdicts(ended: 10, minimum: .possible)
    let leak = try #require(verdicts.suspects.first { $0.reason == .connectionsPileUp })
    #expect(verdicts.leaks.isEmpty && leak.cases.count == 2 && leak.site.line == 5)
    let lines = leak.sentences.map(\.line)
    #expect(
      lines.contains {
        $0.hasSuffix(
          "work for nobody; 2 others ended by themselves, #4 1500ms after its last subscriber had left")
      }, "\(lines)")
  }

  @Test(arguments: [(2, 1, true, false), (0, 2, true, false), (2, 2, false, false), (2, 2, true, true)])
  func `One, or none that has ended so, or a stop signal that may come, is none`(
    ended: Int, living: Int, goesOn: Bool, hasSignal: Bool
  ) {
    let script = counted(ended: ended, living: living, goesOn: goesOn, hasSignal: hasSignal)
    let verdicts = script.verdicts(ended: 10, minimum: .possible)
    #expect(!(verdicts.leaks + verdicts.suspects).contains { $0.reason == .connectionsPileUp })
  }

  @Test func `One that is kept for the next subscriber is none, nor are two`() {
    #expect(script("replay", screens: 1).verdicts(ended: 10, minimum: .possible).leaks.isEmpty)
    #expect(script("replay", screens: 2).verdicts(ended: 10).leaks.isEmpty)
  }
}
