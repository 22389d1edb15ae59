import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// A program that puts away what it still has, and ends: what was stopped in vain before is judged as of the moment before.
struct BeforeItsEndTests {
  private struct Program {
    var script = TraceScript()
    let path: [SubscriptionID]

    /// `source.take(until: closed).flatMap { interval }.subscribe()`: closed at one time, disposed at another.
    init(closed closing: Double, disposed: Double) {
      let root = script.subscribe("subscribe", "a.swift:9", at: 0)
      let flatMap = script.subscribe("flatMap", "a.swift:7", for: root, at: 0)
      let until = script.subscribe("take(until:)", "a.swift:6", for: flatMap, at: 0)
      let source = script.subscribe("PublishSubject", "a.swift:5", for: until, at: 0)
      let closed = script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: 0)
      let inner = script.subscribe("interval", "a.swift:3", for: flatMap, as: .inner, number: 1, at: 1)
      path = [root, flatMap, inner]
      let fired = script.next([closed], at: closing)
      script.complete([until], cause: fired, at: closing)
      script.dispose([source, closed], .trigger, cause: fired, at: closing)
      script.dispose([until], .terminated, cause: fired, at: closing)
      script.dispose(path, .owner, at: disposed)
    }
  }

  @Test func `What a signal had stopped in vain is a leak, although it has ended with the program`() throws {
    let verdicts = Program(closed: 3, disposed: 9.8).script.verdicts(ended: 10)
    let leak = try #require(verdicts.leaks.first)
    #expect(verdicts.leaks.count == 1)
    #expect(leak.reason == .innerOutlivedStopSignal)
    #expect(leak.confidence == .likely)
    #expect(leak.site.line == 7)
    #expect(leak.members == [1, 2, 6])
    #expect(leak.instances == [1])
    #expect(
      leak.evidence.last as? EndedWithProgram
        == EndedWithProgram(life: 6, time: TraceScript.time(9.8) + 2000))
    #expect(leak.evidence.last?.sentence != nil)
    #expect(verdicts[6] == .leaked(.likely, leak: 0))
    #expect(verdicts.counts.leaked == 3 && verdicts.counts.leakedAndEnded == 3 && verdicts.counts.alive == 0)
    #expect(verdicts.counts.finished == 3)
    #expect(verdicts.tells(of: 6))
  }

  @Test func `It is none if it was disposed while the program went on`() {
    var test = Program(closed: 3, disposed: 8)
    let clock = test.script.subscribe("subscribe", "main.swift:1", at: 8.5)
    test.script.next([clock], at: 9.9)
    let verdicts = test.script.verdicts(ended: 10, minimum: .possible)
    #expect(verdicts.leaks.isEmpty)
    #expect(verdicts.suspects.isEmpty)
  }

  @Test func `It is none if it ended by itself`() {
    var test = Program(closed: 3, disposed: 9.9)
    test.script.complete(test.path.reversed(), at: 9.8)
    let verdicts = test.script.verdicts(ended: 10, minimum: .possible)
    #expect(verdicts.leaks.isEmpty)
    #expect(verdicts.suspects.isEmpty)
  }

  @Test(arguments: [(3.0, 1), (9.78, 0)])
  func `What outlived its object is a leak, although it has ended with the program`(freed: Double, leaks: Int)
  {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    let room = OwnerID(77)!
    script.add(.owner(room, kind: .object, type: "ChatRoom", site: nil), 1)
    let root = script.subscribe("subscribe", "a.swift:2", at: 1)
    let subject = script.subscribe("PublishSubject", "a.swift:1", for: root, at: 1)
    script.add(.named(root, owner: room, label: nil), 1)
    script.add(.ownerReleased(room), freed)
    for second in 4...9 { script.next([clock], at: Double(second)) }
    script.complete([subject, root], at: 9.8)
    script.dispose([clock], .explicit, at: 9.9)
    let verdicts = script.verdicts(ended: 10)
    #expect(verdicts.leaks.map(\.reason) == Array(repeating: .ownerFreed, count: leaks))
    #expect(verdicts.leaks.allSatisfy { $0.confidence == .likely && $0.site.line == 2 })
    #expect(
      verdicts.leaks.allSatisfy {
        $0.evidence.first as? OwnerWasFreed
          == OwnerWasFreed(owner: room, type: "ChatRoom", time: TraceScript.time(freed))
          && $0.evidence.count == 2
      })
  }

  @Test(arguments: [(UInt32(1), true), (2, false)])
  func
    `What another thread does between the parts of the end does not show that the object was freed too early`(
      thread: UInt32, isTold: Bool
    )
  {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    let room = OwnerID(77)!
    script.add(.owner(room, kind: .object, type: "ChatRoom", site: nil), 1)
    let root = script.subscribe("subscribe", "a.swift:2", at: 1)
    let subject = script.subscribe("PublishSubject", "a.swift:1", for: root, at: 1)
    script.add(.named(root, owner: room, label: nil), 1)
    script.add(.ownerReleased(room), 9.98)
    script.next([clock], at: 9.985, thread: thread)
    script.dispose([root, subject], .explicit, at: 9.99)
    script.dispose([clock], .explicit, at: 9.99)
    var forest = script.forest(ended: 10)
    forest.endsOrderly = true
    let verdicts = Verdicts(forest, options: Verdicts.Options(settle: .milliseconds(1)))
    #expect(verdicts.leaks.contains { $0.reason == .ownerFreed } == isTold)
  }

  @Test func `It is none if the signal was part of the end`() {
    let verdicts = Program(closed: 9.7, disposed: 9.8).script.verdicts(ended: 10, minimum: .possible)
    #expect(verdicts.leaks.isEmpty)
    #expect(verdicts.suspects.isEmpty)
  }

  /// Dialogs listen to one source, which completes as the program ends. All but the third are disposed.
  private func dialogs(of traits: SiteTraits, letGo: Bool = true, completed: Double = 9.8) -> Verdicts {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    var left: [SubscriptionID] = []
    for second in 1...5 {
      script.next([clock], at: Double(second) - 0.1)
      let root = script.subscribe("subscribe", "a.swift:2", at: Double(second))
      let values = script.subscribe("values", "a.swift:1", for: root, traits: traits, at: Double(second))
      script.next([clock], at: Double(second) + 0.2)
      if second == 3 {
        if letGo { script.add(.handleReleased(root), Double(second) + 0.3) }
        left = [values, root]
      } else {
        script.dispose([root, values], .explicit, at: Double(second) + 0.5)
      }
    }
    script.next([clock], at: 8)
    script.complete(left, at: completed)
    if completed < 9 { script.next([clock], at: 9.7) }
    script.dispose([clock], .explicit, at: 9.9)
    return script.verdicts(ended: 10, minimum: .possible)
  }

  @Test func `What was left behind is a leak, although it completed as the property went with the program`()
    throws
  {
    let verdicts = dialogs(of: [.source, .hot, .endsWithItsObject])
    let leak = try #require(verdicts.leaks.first)
    #expect(verdicts.leaks.count == 1 && verdicts.suspects.isEmpty)
    #expect(leak.reason == .handleForgotten)
    #expect(leak.confidence == .likely)
    #expect(leak.site.line == 2)
    #expect(leak.instances == [6])
    #expect(
      leak.evidence.last as? EndedWithProgram
        == EndedWithProgram(life: 6, time: TraceScript.time(9.8) + 1000))
    #expect(verdicts[6] == .leaked(.likely, leak: 0))
  }

  @Test
  func `It is none if its source completes when it wants, or did so earlier, or somebody had the handle`() {
    for verdicts in [
      dialogs(of: [.source, .hot]), dialogs(of: [.source, .hot, .endsWithItsObject], letGo: false),
      dialogs(of: [.source, .hot, .endsWithItsObject], completed: 8.5),
    ] {
      #expect(verdicts.leaks.isEmpty)
      #expect(verdicts.suspects.isEmpty)
    }
  }
}
