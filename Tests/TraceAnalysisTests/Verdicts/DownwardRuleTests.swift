import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// Rule 1: who is gone leaves no living upstream. Each recording lasts 10 s, so the settle time is 500 ms.
struct DownwardRuleTests {
  @Test(arguments: [DisposalReason.explicit, .owner, .deinitialized, nil])
  func `An upstream that outlives its subscriber is a certain leak`(reason: DisposalReason?) throws {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:3", at: 1)
    let map = script.subscribe("map", "a.swift:2", for: root, at: 1)
    script.subscribe("interval", "a.swift:1", for: map, at: 1)
    if let reason {
      script.dispose([root, map], reason, at: 4)
    } else {
      script.complete([map, root], at: 4)
    }
    let verdicts = script.verdicts(ended: 10)
    let leak = try #require(verdicts.leaks.first)
    #expect(verdicts.leaks.count == 1)
    #expect(leak.confidence == .certain)
    #expect(leak.reason == .disposalNotPassedOn)
    #expect(leak.members == [3])
    #expect(leak.path.map(\.life) == [1, 2, 3])
    #expect(leak.brokenLink == 1)
    #expect(leak.site.line == 2)
    #expect(leak.otherSite == nil)
    #expect(leak.hint == .disposeUpstream(site: leak.site))
    #expect(verdicts[3] == .leaked(.certain, leak: 0))
    #expect(verdicts[1] == .finished)
  }

  @Test(arguments: [
    (7, false, 9.9, false), (7, true, 9.9, true), (7, false, 9.2, true), (9, false, 9.9, true),
    (1, false, 9.9, true),
  ])
  func `What a thread may still have in its hands at the end is settling`(
    thread: UInt32, comesBack: Bool, disposedAt: Double, isLeak: Bool
  ) {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:3", at: 1)
    let map = script.subscribe("map", "a.swift:2", for: root, at: 1)
    let timer = script.subscribe("timer", "a.swift:1", for: map, at: 1)
    script.add(.workBegan(work: 1, scheduler: 2, name: "pace"), 9.1, 7)
    script.next([timer], at: 9.1, thread: thread)
    script.dispose([map, root], .explicit, at: disposedAt)
    if comesBack { script.add(.workEnded(work: 1, scheduler: 2, name: "pace"), 9.92, 7) }
    script.add(.mark(EventID(thread: ThreadID(rawValue: 1), sequence: 99), text: "the thread goes on"), 9.95)
    #expect(script.verdicts(ended: 10).leaks.isEmpty == !isLeak)
  }

  @Test(arguments: [(0.25, nil, false), (0.25, 0.26, true), (0.15, nil, true)] as [(Double, Double?, Bool)])
  func `A thread that has done nothing since may be about to pass an end on, longer than others settle`(
    disposedAt: Double, goesOnAt: Double?, isLeak: Bool
  ) {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:2", at: 0)
    script.subscribe("interval", "a.swift:1", for: root, at: 0, thread: 2)
    script.dispose([root], .explicit, at: disposedAt)
    if let goesOnAt { script.subscribe("subscribe", "a.swift:3", at: goesOnAt) }
    #expect(script.verdicts(ended: 0.3).leaks.isEmpty == !isLeak)
  }

  @Test func `A closure that makes a signal cannot return what it subscribes to beside`() {
    var script = TraceScript()
    for _ in 0..<4 {
      let root = script.subscribe("subscribe", "a.swift:9", at: 1)
      let deferred = script.subscribe("deferred", "a.swift:8", for: root, at: 1)
      let beside = script.subscribe("subscribe", "a.swift:7", for: deferred, as: .nested, at: 1)
      script.subscribe("interval", "a.swift:6", for: beside, at: 1)
      let made = script.subscribe("from", "a.swift:5", for: deferred, at: 1)
      script.complete([made, deferred, root], at: 2)
    }
    let verdicts = script.verdicts(ended: 10, minimum: .possible)
    #expect(!(verdicts.leaks + verdicts.suspects).contains { $0.reason == .disposalNotPassedOn })
  }

  /// A closure subscribes to a subject and does not give that back; its subscriber is disposed. `fed` others of the closure
  /// hear what the subject sends, and it completes at last, or is disposed.
  private func outlived(
    late: Int, fed: Int = 0, isDisposed: Bool = false
  ) -> [Leak] {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:5", at: 0)
    let create = script.subscribe("create", "a.swift:4", for: root, at: 0)
    let inner = script.subscribe("subscribe", "a.swift:3", for: create, as: .nested, at: 0)
    let source = script.subscribe("PublishSubject", "a.swift:1", for: inner, at: 0)
    let others = (0..<fed).map { _ in
      let root = script.subscribe("subscribe", "a.swift:5", at: 0.1)
      return [script.subscribe("create", "a.swift:4", for: root, at: 0.1), root]
    }
    for value in 0..<4 { script.next([source, inner, create, root], at: 0.5 + Double(value) * 0.1) }
    script.dispose([root, create], .explicit, at: 2)
    for value in 0..<late {
      let time = 2.5 + Double(value) * 0.2
      script.next([source, inner], at: time)
      if fed == 0 { script.add(.dropped(create, .next), time) }
      for other in others { script.next(other, at: time) }
    }
    if isDisposed {
      script.dispose([inner, source], .explicit, at: 8)
    } else if fed == 0 {
      script.complete([source, inner], at: 8)
    }
    for other in others { script.dispose(other.reversed(), .explicit, at: 8.5) }
    script.subscribe("subscribe", "main.swift:1", at: 9.5)
    return script.verdicts(ended: 10).leaks
  }

  @Test func `One fault has one verdict, whether its source goes on or completes as the program ends`() throws
  {
    let leak = try #require(outlived(late: 6).first)
    #expect(leak.confidence == .certain && leak.reason == .disposalNotPassedOn && leak.site.line == 4)
    #expect(outlived(late: 3).isEmpty, "a few values were on their way")
    #expect(outlived(late: 6, isDisposed: true).isEmpty, "a teardown may take its time")
  }

  @Test func `A source that feeds other subscribers of its closure is a hub`() {
    #expect(outlived(late: 6, fed: 2).isEmpty)
  }

  /// A closure of each of so many subscribes to `source` beside what it gives back, and all are disposed.
  private func leftBeside(
    _ count: Int, _ source: String = "interval", letGo: Bool = true, ended: Int = 0
  ) -> [Confidence] {
    var script = TraceScript()
    for number in 0..<count {
      let time = 1 + Double(number)
      let root = script.subscribe("subscribe", "a.swift:9", at: time)
      let create = script.subscribe("create", "a.swift:8", for: root, at: time)
      let beside = script.subscribe("subscribe", "a.swift:7", for: create, as: .nested, at: time)
      let clock = script.subscribe(source, "a.swift:6", for: beside, at: time)
      if letGo { script.add(.handleReleased(beside), time) }
      script.next([clock, beside], at: time + 0.2)
      script.dispose([root, create], .explicit, at: time + 0.5)
      if number < ended { script.dispose([beside, clock], .explicit, at: time + 0.6) }
    }
    let verdicts = script.verdicts(ended: 10, minimum: .possible)
    return (verdicts.leaks + verdicts.suspects).filter { $0.reason == .disposalNotPassedOn }.map(\.confidence)
  }

  @Test func `A clock that each run of a closure leaves behind is likely its own`() {
    #expect(leftBeside(3) == [.likely])
    #expect(leftBeside(2) == [.possible])
    #expect(leftBeside(5, "PublishSubject") == [.possible])
    #expect(leftBeside(5, letGo: false) == [.possible])
    #expect(leftBeside(5, ended: 1) == [.possible])
  }

  @Test func `Everything alive upstream of the broken link leaks with it`() throws {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 1)
    let flatMap = script.subscribe("flatMap", "a.swift:8", for: root, at: 1)
    let source = script.subscribe("from", "a.swift:7", for: flatMap, at: 1)
    let inner = script.subscribe("map", "a.swift:6", for: flatMap, as: .inner, number: 1, at: 1)
    let interval = script.subscribe("interval", "a.swift:5", for: inner, at: 1)
    script.subscribe("PublishSubject", "a.swift:4", for: inner, as: .control, at: 1)
    script.complete([source], at: 1)
    script.dispose([source], .terminated, at: 1)
    script.dispose([root], .explicit, at: 2)
    for second in 3...9 { script.next([interval, inner, flatMap], at: Double(second)) }
    let verdicts = script.verdicts(ended: 10)
    let leak = try #require(verdicts.leaks.first)
    #expect(leak.members == [2, 4, 5, 6])
    #expect(leak.path.map(\.life) == [1, 2, 4, 5])
    #expect(leak.brokenLink == 0)
    #expect(
      leak.path.map(\.standing) == [
        .disposed(.explicit, owner: nil), .waitingForInner(alive: 1, of: 1), .waitingFor(5), .keeper,
      ])
    #expect(leak.waste.values == 7)
    #expect(abs(leak.waste.ratePerSecond - 1) < 0.001)
  }

  @Test func `A source that has fallen silent wastes nothing at the end`() throws {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:2", at: 1)
    let source = script.subscribe("interval", "a.swift:1", for: root, at: 1)
    script.dispose([root], .explicit, at: 2)
    for tenth in 21...25 { script.next([source], at: Double(tenth) / 10) }
    let leak = try #require(script.verdicts(ended: 10).leaks.first)
    #expect(leak.waste.values == 5)
    #expect(leak.waste.ratePerSecond == 0)
  }

  @Test(arguments: [
    (9.4, true, "the upstream had more than the settle time"),
    (9.6, false, "the upstream's disposal may be on its way"),
  ])
  func `An end near the end of the recording does not count`(end: Double, leaks: Bool, reason: String) {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:2", at: 1)
    script.subscribe("interval", "a.swift:1", for: root, at: 1)
    script.dispose([root], .explicit, at: end)
    let verdicts = script.verdicts(ended: 10)
    #expect(verdicts.leaks.isEmpty != leaks, "\(reason)")
    #expect(verdicts[2] == (leaks ? .leaked(.certain, leak: 0) : .open(.settling)))
  }

  @Test(arguments: [true, false])
  func `Where upstreams end later, one by one, those whose turn has not come are waited for`(isPassedBy: Bool)
  {
    var script = TraceScript()
    for (disposed, ended) in [(2.0, 3.0), (8.5, nil), (8.6, isPassedBy ? 8.7 : nil)] as [(Double, Double?)] {
      let root = script.subscribe("subscribe", "a.swift:2", at: disposed - 1)
      let source = script.subscribe("interval", "a.swift:1", for: root, at: disposed - 1)
      script.dispose([root], .explicit, at: disposed)
      if let ended { script.dispose([source], .downstream, at: ended) }
    }
    #expect(script.verdicts(ended: 10).leaks.flatMap(\.instances) == (isPassedBy ? [3] : []))
  }

  @Test func `The settle time can be chosen, and is a tenth of a short recording`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:2", at: 0)
    script.subscribe("interval", "a.swift:1", for: root, at: 0)
    script.dispose([root], .explicit, at: 0.8)
    let forest = script.forest(ended: 1)
    #expect(Verdicts(forest).settle == 100_000_000)
    #expect(Verdicts(forest).leaks.count == 1)
    let patient = Verdicts(forest, options: Verdicts.Options(settle: .milliseconds(300)))
    #expect(patient.settle == 300_000_000)
    #expect(patient.leaks.isEmpty)
    #expect(Verdicts(forest, options: Verdicts.Options(settle: .seconds(-1))).settle == 0)
    #expect(Verdicts(forest, options: Verdicts.Options(settle: .seconds(Int64.max))).leaks.isEmpty)
  }
}

/// Rule 1 across an edge that was guessed from the thread.
struct NestedEdgeTests {
  private var script = TraceScript()
  private let create: SubscriptionID
  private let nested: SubscriptionID

  /// `create { … }` at line 2, whose closure subscribes at line 3. Both are over at 2 s, or should be.
  private init(_ operatorName: String) {
    let root = script.subscribe("subscribe", "a.swift:1", at: 0)
    create = script.subscribe(operatorName, "a.swift:2", for: root, at: 0)
    nested = script.subscribe("subscribe", "a.swift:3", for: create, as: .nested, at: 0)
    script.subscribe("interval", "a.swift:4", for: nested, at: 0)
    script.dispose([root, create], .explicit, at: 2)
  }

  init() { self.init("create") }

  private mutating func send(dropsOn thread: UInt32?) {
    for second in 3...8 {
      script.next([nested], at: Double(second), thread: 5)
      if let thread { script.add(.dropped(create, .next), Double(second), thread) }
    }
  }

  @Test func `Values that were dropped at the dead subscriber make it certain`() throws {
    var test = self
    test.send(dropsOn: 5)
    let verdicts = test.script.verdicts(ended: 10)
    let leak = try #require(verdicts.leaks.first)
    #expect(leak.confidence == .certain)
    #expect(leak.members == [3, 4])
    #expect(leak.site.line == 2)
    #expect(leak.otherSite?.line == 3)
    #expect(leak.hint == .returnInnerDisposable(site: leak.site))
    #expect(test.script.forest(ended: 10)[3]?.lateValues == 6)
  }

  @Test func `Carried by another thread they are of unknown sender, and make it likely at most`() throws {
    var test = self
    test.send(dropsOn: 6)
    let leak = try #require(test.script.verdicts(ended: 10).leaks.first)
    #expect(leak.confidence == .likely)
    #expect(
      leak.evidence.last as? DroppedOfUnknown
        == DroppedOfUnknown(
          life: LifeIndex(number: Int(create.rawValue)), values: 6,
          sender: LifeIndex(number: Int(nested.rawValue))))
  }

  @Test func `More of them than it has sent are somebody else's`() {
    var test = self
    test.send(dropsOn: 6)
    for second in 3...4 { test.script.add(.dropped(create, .next), Double(second) + 0.5, 7) }
    #expect(test.script.verdicts(ended: 10).leaks.isEmpty)
  }

  @Test func `Without dropped values it is merely possible, and no value counts as late`() {
    var test = self
    test.send(dropsOn: nil)
    #expect(test.script.verdicts(ended: 10).leaks.isEmpty)
    #expect(test.script.verdicts(ended: 10)[3] == .open(.suspected))
    let possible = test.script.verdicts(ended: 10, minimum: .possible)
    #expect(possible.leaks.isEmpty)
    #expect(possible.suspects.map(\.confidence) == [.possible])
    #expect(possible[3] == .open(.suspected))
    #expect(possible.tells(of: 3))
    #expect(test.script.forest(ended: 10)[3]?.lateValues == 0)
  }

  @Test func `In another operator's closure the handle must be kept`() throws {
    var test = Self("flatMap")
    test.send(dropsOn: 5)
    let leak = try #require(test.script.verdicts(ended: 10).leaks.first)
    #expect(leak.hint == .keepInnerHandle(site: leak.site))
  }
}

/// Rule 1's exception: the connection of a multicast has other subscribers.
struct SharedConnectionTests {
  private func script(_ operatorName: String, secondEnds: Bool) -> TraceScript {
    var script = TraceScript()
    let first = script.subscribe("subscribe", "a.swift:1", at: 0)
    let shared = script.subscribe(operatorName, "a.swift:9", for: first, at: 0)
    script.subscribe("interval", "a.swift:8", for: shared, as: .shared, at: 0)
    let second = script.subscribe("subscribe", "a.swift:2", at: 1)
    let again = script.subscribe(operatorName, "a.swift:9", for: second, at: 1)
    script.dispose([first, shared], .explicit, at: 2)
    if secondEnds { script.dispose([second, again], .explicit, at: 3) }
    return script
  }

  @Test(arguments: ["share", "replay", "publish"])
  func `It may live while another subscriber does`(operatorName: String) {
    let verdicts = script(operatorName, secondEnds: false).verdicts(ended: 10, minimum: .possible)
    #expect(verdicts.leaks.isEmpty)
    #expect(verdicts[3] == .open(.running))
  }

  @Test(arguments: ["replay", "replayLazily", "publish", "multicast"])
  func `One that is kept for the next subscriber is an idle share`(operatorName: String) {
    let verdicts = script(operatorName, secondEnds: true).verdicts(ended: 10, minimum: .possible)
    #expect(verdicts.leaks.isEmpty)
    #expect(verdicts[3] == .open(.idleShare))
  }

  @Test(arguments: ["share", "refCount", "autoconnect"])
  func `One that counts its subscribers must go with the last`(operatorName: String) {
    let script = script(operatorName, secondEnds: true)
    #expect(script.verdicts(ended: 10).leaks.map(\.members) == [[3]])
    #expect(script.verdicts(ended: 3.2).leaks.isEmpty)
  }

  @Test func `One that was disconnected must go`() {
    var script = script("publish", secondEnds: true)
    script.add(.connected(connection: 1, source: SubscriptionID(3), subscribers: 1), 0.1)
    #expect(script.verdicts(ended: 10).leaks.isEmpty)
    script.add(.disconnected(connection: 1, source: SubscriptionID(3), subscribers: 0), 4)
    #expect(script.verdicts(ended: 10).leaks.map(\.members) == [[3]])
  }
}
