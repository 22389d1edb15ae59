import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// Rule 3's other half: what a disposed owner should have disposed.
struct OwnerRuleTests {
  /// Subscriptions, one a second, held by owners that are disposed at 5 s.
  private func script(count: Int, disposed: Bool = true) -> TraceScript {
    var script = TraceScript()
    for number in 1...count {
      let root = script.subscribe("subscribe", "a.swift:2", at: Double(number))
      script.subscribe("interval", "a.swift:1", for: root, at: Double(number))
      let owner = OwnerID(UInt64(100 + number))!
      script.add(.named(root, owner: owner, label: nil), Double(number))
      script.add(.childAdded(owner, child: root.rawValue, total: 1), Double(number))
      if disposed { script.add(.ownerDisposed(owner, children: 1), 5) }
    }
    return script
  }

  @Test func `What outlives its owners again and again is a likely leak`() throws {
    let leak = try #require(script(count: 2).verdicts(ended: 10).leaks.first)
    #expect(leak.reason == .ownerDisposed)
    #expect(leak.confidence == .likely)
    #expect(leak.members == [1, 2, 3, 4])
    #expect(leak.instances == [1, 3])
    #expect(leak.brokenLink == nil)
    #expect(leak.hint == .disposeWithOwner(site: leak.site))
  }

  @Test func `Once is merely possible`() {
    let script = script(count: 1)
    #expect(script.verdicts(ended: 10).leaks.isEmpty)
    #expect(script.verdicts(ended: 10, minimum: .possible).suspects.map(\.reason) == [.ownerDisposed])
  }

  @Test func `So it is if another one of its kind has ended`() {
    var script = script(count: 3)
    script.dispose([SubscriptionID(1)!, SubscriptionID(2)!], .owner, at: 5)
    #expect(script.verdicts(ended: 10).leaks.isEmpty)
  }

  @Test func `It is none while the owner lives, or just after its end`() {
    #expect(script(count: 2, disposed: false).verdicts(ended: 10, minimum: .possible).leaks.isEmpty)
    #expect(script(count: 2).verdicts(ended: 5.2, minimum: .possible).leaks.isEmpty)
  }

  @Test func `It is none for what the owner has let go of`() {
    var script = script(count: 2, disposed: false)
    for number in 1...UInt64(2) {
      let owner = OwnerID(100 + number)!
      script.add(.childRemoved(owner, child: number * 2 - 1, total: 0), 4)
      script.add(.ownerDisposed(owner, children: 0), 5)
    }
    #expect(script.verdicts(ended: 10, minimum: .possible).leaks.isEmpty)
    #expect(script.forest(ended: 10)[1]?.owner == nil)
  }
}

/// What an object owns goes with it.
struct FreedOwnerTests {
  /// An object that is freed at `freed`, and what belongs to it; then the program goes on, on `thread`.
  private func script(
    kind: OwnerKind = .object, freed: Double = 4, goesOn: Bool = true, thread: UInt32 = 1
  ) -> TraceScript {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    let room = OwnerID(77)!
    script.add(.owner(room, kind: kind, type: "ChatRoom", site: nil), 1)
    let root = script.subscribe("subscribe", "a.swift:2", at: 1)
    script.subscribe("PublishSubject", "a.swift:1", for: root, at: 1)
    script.add(.named(root, owner: room, label: nil), 1)
    script.add(.ownerReleased(room), freed)
    if goesOn { script.next([clock], at: freed + 0.005, thread: thread) }
    return script
  }

  @Test func `A subscription that outlives its object is certain`() throws {
    let leak = try #require(script(kind: .object, goesOn: true).verdicts(ended: 10).leaks.first)
    #expect(leak.reason == .ownerFreed)
    #expect(leak.confidence == .certain)
    #expect(
      leak.evidence.map { $0 as? OwnerWasFreed }
        == [OwnerWasFreed(owner: OwnerID(77)!, type: "ChatRoom", time: TraceScript.time(4))])
  }

  @Test func `So is a source whose own object went, whoever reads it`() throws {
    var script = TraceScript()
    let (clock, room) = (script.subscribe("subscribe", "main.swift:1", at: 0), OwnerID(77)!)
    script.add(.owner(room, kind: .object, type: "ChatRoom", site: nil), 1)
    let root = script.subscribe("subscribe", "a.swift:3", at: 1)
    let map = script.subscribe("map", "a.swift:2", for: root, at: 1)
    let source = script.subscribe("socket", "a.swift:1", for: map, at: 1)
    script.add(.named(source, owner: room, label: nil), 1)
    script.add(.ownerReleased(room), 4)
    script.next([clock], at: 6)
    let leak = try #require(script.verdicts(ended: 10).leaks.first)
    #expect(leak.reason == .ownerFreed && leak.confidence == .certain)
    #expect(leak.site.line == 1)
    #expect(leak.members == [4])
    script.dispose([root, map, source], .explicit, at: 7)
    #expect(script.verdicts(ended: 10).leaks.isEmpty)
  }

  @Test func `So is one that a bag of the object holds on`() throws {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    let (room, bag) = (OwnerID(77)!, OwnerID(78)!)
    script.add(.owner(room, kind: .object, type: "ChatRoom", site: nil), 1)
    script.add(.owner(bag, kind: .bag, type: "ChatRoom", site: nil), 1)
    script.add(.childAdded(room, child: bag.rawValue, total: 1), 1)
    let root = script.subscribe("subscribe", "a.swift:2", at: 1)
    script.add(.childAdded(bag, child: root.rawValue, total: 1), 1)
    script.add(.ownerReleased(room), 4)
    script.next([clock], at: 6)
    let leak = try #require(script.verdicts(ended: 10).leaks.first)
    #expect(leak.reason == .ownerFreed && leak.confidence == .certain)
    #expect(
      leak.evidence.map { $0 as? OwnerWasFreed }
        == [OwnerWasFreed(owner: room, type: "ChatRoom", time: TraceScript.time(4))])
    // The bag was disposed, and with it what it held.
    script.add(.ownerDisposed(bag, children: 1), 7)
    #expect(script.verdicts(ended: 10).leaks.allSatisfy { $0.reason != .ownerFreed })
  }

  @Test func `Its deinit may still be ending what belongs to an object that was freed just before the end`() {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    let room = OwnerID(77)!
    script.add(.owner(room, kind: .object, type: "ChatRoom", site: nil), 1)
    let root = script.subscribe("subscribe", "a.swift:2", at: 1)
    script.subscribe("PublishSubject", "a.swift:1", for: root, at: 1)
    script.add(.named(root, owner: room, label: nil), 1)
    script.add(.ownerReleased(room), 4)
    script.next([clock], at: 4.1)
    #expect(script.verdicts(ended: 4.2, minimum: .possible).leaks.isEmpty)
    #expect(script.verdicts(ended: 6).leaks.map(\.reason) == [.ownerFreed])
  }

  @Test func `What was taken out just before the end may still be on its way to its disposal`() {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    let root = script.subscribe("subscribe", "a.swift:2", at: 1, thread: 2)
    script.subscribe("PublishSubject", "a.swift:1", for: root, at: 1, thread: 2)
    let bag = OwnerID(77)!
    script.add(.childAdded(bag, child: root.rawValue, total: 1), 1)
    script.add(.childRemoved(bag, child: root.rawValue, total: 0), 4)
    script.add(.handleReleased(root), 4)
    script.next([clock], at: 4.1)
    #expect(script.verdicts(ended: 4.2, minimum: .possible).leaks.isEmpty)
    #expect(script.verdicts(ended: 6).leaks.map(\.reason) == [.removedUndisposed])
  }

  @Test func `One that goes as the program ends, or holds but handles, says nothing`() {
    #expect(script(kind: .object, goesOn: false).verdicts(ended: 10, minimum: .possible).leaks.isEmpty)
    #expect(script(kind: .composite, goesOn: true).verdicts(ended: 10, minimum: .possible).leaks.isEmpty)
  }

  @Test(arguments: [(UInt32(1), true), (2, false)])
  func `What another thread does while the program ends does not show that the object was freed too early`(
    thread: UInt32, isTold: Bool
  ) {
    var forest = script(freed: 9.99, thread: thread).forest(ended: 10)
    forest.endsOrderly = true
    #expect(Verdicts(forest).leaks.map(\.reason) == (isTold ? [.ownerFreed] : []))
  }
}
