import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// The caller let go of a handle. That alone is no fault: what else speaks for one?
struct HandleRuleTests {
  private struct Program {
    var script = TraceScript()
    let clock: SubscriptionID

    init() { clock = script.subscribe("subscribe", "main.swift:1", at: 0) }

    mutating func tick(at time: Double) { script.next([clock], at: time) }

    mutating func start(line: Int = 2, _ source: String = "PublishSubject", at time: Double) -> SubscriptionID
    {
      let root = script.subscribe("subscribe", "a.swift:\(line)", at: time)
      script.subscribe(source, "a.swift:1", for: root, at: time)
      return root
    }

    /// One a second, from 1 to 4; the program goes on after each.
    mutating func startFour() -> [SubscriptionID] {
      let roots = (1...4).map { second in
        tick(at: Double(second) - 0.1)
        return start(at: Double(second))
      }
      tick(at: 4.5)
      return roots
    }

    mutating func dispose(_ root: SubscriptionID, at time: Double) {
      script.dispose([root, SubscriptionID(root.rawValue + 1)!], .explicit, at: time)
    }

    mutating func letGo(_ root: SubscriptionID, at time: Double) { script.add(.handleReleased(root), time) }

    var verdicts: Verdicts { script.verdicts(ended: 10, minimum: .possible) }
  }

  @Test func `What lives as long as the program needs no handle`() {
    var program = Program()
    for line in 2...5 { program.letGo(program.start(line: line, at: 0), at: 0) }
    for second in 1...8 { program.tick(at: Double(second)) }
    #expect(program.verdicts.leaks.isEmpty)
    #expect(program.verdicts.suspects.isEmpty)
  }

  @Test func `If others of its kind were disposed it is likely`() throws {
    var program = Program()
    for second in 1...4 {
      program.tick(at: Double(second) - 0.1)
      let root = program.start(at: Double(second))
      if second == 3 {
        program.tick(at: Double(second) + 0.2)
        program.letGo(root, at: Double(second) + 0.3)
      } else {
        program.script.dispose([root], .explicit, at: Double(second) + 0.5)
      }
    }
    program.tick(at: 8)
    let leak = try #require(program.verdicts.leaks.last)
    #expect(leak.reason == .handleForgotten)
    #expect(leak.confidence == .likely)
    #expect(leak.site.line == 2)
    #expect(leak.evidence.contains { $0 as? SiblingsDisposed == SiblingsDisposed(count: 3, first: 2) })
    #expect(leak.hint == .keepHandle(site: leak.site))
  }

  @Test(arguments: [([3], Confidence.possible), ([2, 4], .likely), ([4, 5], .possible)])
  func `What nobody ever had the handle of may be meant to stay, unless it is one here and one there`(
    forgotten: [Int], confidence: Confidence
  ) throws {
    var program = Program()
    for second in 1...5 {
      program.tick(at: Double(second) - 0.1)
      let root = program.start(at: Double(second))
      if forgotten.contains(second) {
        program.letGo(root, at: Double(second))
      } else {
        program.script.dispose(
          [root, SubscriptionID(root.rawValue + 1)!], .explicit, at: Double(second) + 0.5)
      }
    }
    program.tick(at: 8)
    let verdicts = program.verdicts
    let found = try #require((verdicts.leaks + verdicts.suspects).first)
    #expect(found.reason == .handleForgotten)
    #expect(found.confidence == confidence)
    #expect(found.instances.count == forgotten.count)
  }

  @Test(arguments: [(true, Confidence.possible), (false, .likely)])
  func `Handles that are let go together may have been kept for the setting up`(
    together: Bool, confidence: Confidence
  ) {
    var program = Program()
    let roots = program.startFour()
    for (number, root) in roots.enumerated() {
      if !together { program.tick(at: 5 + Double(number) / 10) }
      program.letGo(root, at: 5 + Double(number) / 10)
    }
    program.tick(at: 8)
    let verdicts = program.verdicts
    #expect(Set((verdicts.leaks + verdicts.suspects).map(\.confidence)) == [confidence])
  }

  @Test func `Handles that were let go together, while others were kept, were chosen to go`() throws {
    var program = Program()
    let roots = program.startFour()
    for number in [0, 2] { program.letGo(roots[number], at: 5) }
    program.tick(at: 6)
    for number in [1, 3] {
      let source = try #require(SubscriptionID(roots[number].rawValue + 1))
      program.script.dispose([roots[number], source], .explicit, at: 7)
    }
    program.tick(at: 8)
    let leak = try #require(program.verdicts.leaks.first)
    #expect(leak.reason == .handleForgotten)
    #expect(leak.instances.count == 2)
  }

  @Test(arguments: [(true, Confidence.likely), (false, .possible)])
  func
    `What a subscriber has begun for each value, and nobody can end, is likely left behind by its disposal`(
      isDisposed: Bool, confidence: Confidence
    ) throws
  {
    var program = Program()
    let calls = program.start(line: 4, at: 0.5)
    for second in 1...4 {
      let call = program.script.next([calls], at: Double(second))
      let knob = program.start("BehaviorSubject", at: Double(second))
      program.script.add(.begun(knob, within: try #require(call)), Double(second))
      program.letGo(knob, at: Double(second))
      program.tick(at: Double(second) + 0.5)
    }
    let source = try #require(SubscriptionID(calls.rawValue + 1))
    if isDisposed {
      program.script.dispose([calls, source], .explicit, at: 6)
    } else {
      program.script.complete([source, calls], at: 6)
    }
    program.tick(at: 8)
    let verdicts = program.verdicts
    let found = try #require((verdicts.leaks + verdicts.suspects).first)
    #expect(found.confidence == confidence)
    #expect(found.instances.count == 4)
    let isTold = found.evidence.contains { ($0 as? ReceiverDisposed)?.receiver == 2 }
    let isToldOtherwise = found.evidence.contains { ($0 as? BegunDuring)?.receiver == 2 }
    #expect((isTold, isToldOtherwise) == (isDisposed, !isDisposed))
  }

  /// Requests, a second each, of which those in `failed` are not disposed on their way out; and then much else happens.
  private func requests(failed: [Int], lasting: Double = 0.5) -> Verdicts {
    var program = Program()
    for request in 1...7 {
      let time = Double(request)
      let root = program.start(at: time)
      if failed.contains(request) {
        program.letGo(root, at: time + lasting)
      } else {
        let source = SubscriptionID(root.rawValue + 1)
        program.script.dispose([root] + [source].compactMap(\.self), .explicit, at: time + lasting)
      }
    }
    for tick in 0..<80 { program.tick(at: 9 + Double(tick) / 100) }
    return program.script.verdicts(ended: 30, minimum: .possible)
  }

  @Test func `Where one after the other is used and disposed, and some are not, another way led out`() throws
  {
    let leak = try #require(requests(failed: [3, 6]).leaks.first)
    #expect(leak.reason == .handleForgotten)
    #expect(leak.instances.count == 2)
    // Those that stay beside others, or came at one time, or are many, may be meant to.
    #expect(!requests(failed: [3, 6], lasting: 1.5).leaks.contains { $0.reason == .handleForgotten })
    #expect(requests(failed: [3, 4]).leaks.isEmpty)
    #expect(requests(failed: [1, 3, 5]).leaks.isEmpty)
  }

  @Test(
    arguments: [(3, 12, [.possible]), (3, 1, [.likely]), (4, 12, []), (4, 1, [.likely])]
      as [(Int, Int, [Confidence])])
  func `A set that has long been complete may be what the program is made of`(
    count: Int, ticks: Int, told: [Confidence]
  ) {
    var program = Program()
    for number in 1...count {
      let time = Double(number) / 2
      program.tick(at: time - 0.1)
      let beside = program.start(line: 4, at: time)
      program.letGo(program.start(at: time), at: time)
      program.script.dispose([beside, SubscriptionID(beside.rawValue + 1)!], .explicit, at: time + 0.2)
    }
    for tick in 1...ticks { program.tick(at: 2 + Double(tick) / 2) }
    let verdicts = program.verdicts
    #expect(
      (verdicts.leaks + verdicts.suspects).filter { $0.reason == .handleForgotten }.map(\.confidence) == told)
  }

  @Test(arguments: [(0, false), (1, false), (2, true)])
  func `A subject that sends anew shows that the program has gone on`(values: Int, isSuspect: Bool) {
    var script = TraceScript()
    let log = script.subscribe("subscribe", "main.swift:2", at: 0)
    let events = script.subscribe(
      "PublishSubject", "main.swift:1", for: log, traits: [.source, .hot], at: 0)
    for value in 0..<values { script.next([events, log], at: 0.5 + Double(value) / 10) }
    let beside = script.subscribe("subscribe", "a.swift:4", at: 1)
    script.add(.named(beside, owner: OwnerID(900)!, label: nil), 1)
    let refresh = script.subscribe("subscribe", "a.swift:2", at: 1)
    script.subscribe("interval", "a.swift:1", for: refresh, at: 1)
    script.add(.handleReleased(refresh), 1)
    script.dispose([beside], .owner, at: 4)
    script.next([events, log], at: 8)
    let suspects = script.verdicts(ended: 10, minimum: .possible).suspects
    #expect(suspects.map(\.reason) == (isSuspect ? [.handleForgotten] : []))
  }

  @Test func `One that was begun before them all may be meant to stay`() {
    var program = Program()
    program.letGo(program.start(at: 0), at: 0)
    for second in 1...4 {
      program.tick(at: Double(second) - 0.1)
      let root = program.start(at: Double(second))
      program.script.dispose([root, SubscriptionID(root.rawValue + 1)!], .owner, at: Double(second) + 0.5)
    }
    program.tick(at: 8)
    #expect(program.verdicts.leaks.isEmpty)
  }

  @Test func `If its successor took its place it was overwritten`() throws {
    var program = Program()
    var last: SubscriptionID?
    for second in 1...3 {
      program.tick(at: Double(second) - 0.1)
      let root = program.start(at: Double(second))
      if let last { program.letGo(last, at: Double(second)) }
      last = root
    }
    program.tick(at: 8)
    let leak = try #require(program.verdicts.leaks.first)
    #expect(leak.reason == .handleReplaced)
    #expect(leak.instances == [2, 4])
    #expect(leak.hint == .disposeBeforeReplacing(site: leak.site))
  }

  @Test func `Handles that go one by one, long after their successors came, were not replaced by them`() {
    var program = Program()
    var roots: [SubscriptionID] = []
    for second in 1...3 {
      program.tick(at: Double(second) - 0.1)
      roots.append(program.start(at: Double(second)))
    }
    for (number, root) in roots.enumerated() {
      program.tick(at: 5 + Double(number))
      program.letGo(root, at: 5.5 + Double(number))
    }
    program.tick(at: 9)
    let verdicts = program.verdicts
    #expect(!(verdicts.leaks + verdicts.suspects).contains { $0.reason == .handleReplaced })
    #expect(!(verdicts.leaks + verdicts.suspects).isEmpty)
  }

  @Test func `A variable that a loop overwrites as it sets things up means nothing`() {
    var program = Program()
    var last: SubscriptionID?
    for number in 1...3 {
      let root = program.start(at: Double(number) / 100)
      if let last { program.letGo(last, at: Double(number) / 100) }
      last = root
    }
    program.tick(at: 8)
    #expect(program.verdicts.leaks.isEmpty)
  }

  @Test func `If what is begun beside it is disposed again and again it is likely`() {
    var program = Program()
    for second in 1...3 {
      program.tick(at: Double(second) - 0.1)
      let beside = program.start(line: 4, at: Double(second))
      program.letGo(program.start(at: Double(second)), at: Double(second))
      program.script.dispose(
        [beside, SubscriptionID(beside.rawValue + 1)!], .explicit, at: Double(second) + 0.5)
    }
    program.tick(at: 8)
    #expect(program.verdicts.leaks.map(\.reason) == [.handleForgotten])
    #expect(program.verdicts.leaks.first?.instances.count == 3)
  }

  @Test(arguments: [(3, false, true), (2, false, false), (3, true, false)])
  func `One of a source of which others are disposed is a suspect, unless something holds it`(
    others: Int, isHeld: Bool, isTold: Bool
  ) {
    var program = Program()
    let first = program.start(at: 0)
    program.letGo(first, at: 0)
    if isHeld {
      program.script.add(.owner(OwnerID(99)!, kind: .object, type: "Page", site: nil), 0)
      program.script.add(.named(first, owner: OwnerID(99)!, label: nil), 0)
    }
    for second in 1...others {
      let time = Double(second)
      program.tick(at: time)
      let other = program.script.subscribe("subscribe", "b.swift:7", at: time)
      let source = program.script.subscribe("PublishSubject", "a.swift:1", for: other, at: time)
      program.script.dispose([other, source], .replaced, at: time + 0.5)
    }
    program.tick(at: 8)
    #expect(program.verdicts.leaks.isEmpty)
    #expect(program.verdicts.suspects.map(\.members.count) == (isTold ? [2] : []))
    #expect(
      program.verdicts.suspects.allSatisfy {
        $0.evidence.contains { $0 as? KinDisposed == KinDisposed(count: 3, first: 4) }
      })
  }

  @Test(arguments: [(3, true), (2, false)])
  func `If others of the same source are disposed again and again it is likely`(others: Int, isTold: Bool) {
    var program = Program()
    for second in 1...4 {
      let time = Double(second)
      program.tick(at: time - 0.1)
      program.letGo(program.start(at: time), at: time)
      guard second <= others else { continue }
      program.tick(at: time + 0.3)
      let other = program.script.subscribe("subscribe", "b.swift:7", at: time + 0.4)
      let source = program.script.subscribe("PublishSubject", "a.swift:1", for: other, at: time + 0.4)
      program.script.dispose([other, source], .explicit, at: time + 0.5)
    }
    program.tick(at: 8)
    let leaks = program.verdicts.leaks
    #expect(leaks.map(\.instances.count) == (isTold ? [4] : []))
    #expect(
      leaks.allSatisfy { $0.evidence.contains { $0 as? KinDisposed == KinDisposed(count: 3, first: 4) } })
  }

  @Test(arguments: [(1, 1), (6, 0)])
  func `Several that were set up at once are what the program runs with`(count: Int, suspects: Int) {
    var program = Program()
    for _ in 0..<count { program.letGo(program.start(line: 5, at: 0.1), at: 0.1) }
    for second in 1...4 {
      program.tick(at: Double(second) - 0.1)
      let other = program.start(line: 6, at: Double(second))
      program.script.dispose(
        [other, SubscriptionID(other.rawValue + 1)!], .explicit, at: Double(second) + 0.5)
    }
    program.tick(at: 8)
    #expect(program.verdicts.suspects.count == suspects)
    #expect(program.verdicts.leaks.isEmpty)
  }

  /// What a file sets up as the program begins: so many are held by one bag, which is disposed at 5 s, and one is let go, which has
  /// a value at `last`.
  private func setUp(
    _ held: Int, last: Double, owners: Int = 1, ending: Int? = nil, disposedAt end: Double = 5
  ) -> [Leak] {
    var program = Program()
    let lost = program.start(line: 9, "interval", at: 0.1)
    program.letGo(lost, at: 0.1)
    let roots = (0..<held).map { program.start(line: 2 + $0, at: 0.1) }
    for (number, root) in roots.enumerated() {
      program.script.add(.named(root, owner: OwnerID(UInt64(100 + number % owners))!, label: nil), 0.1)
    }
    program.tick(at: 4)
    for root in roots.prefix(ending ?? held) {
      program.script.dispose([root, SubscriptionID(root.rawValue + 1)!], .owner, at: end)
    }
    program.script.next([lost], at: last, thread: 2)
    if end < 9 { program.tick(at: 9) }
    return program.verdicts.leaks + program.verdicts.suspects
  }

  @Test func `What goes on when all that was set up with it has been put away is suspect`() {
    #expect(setUp(3, last: 8).map(\.reason) == [.handleForgotten])
    #expect(setUp(3, last: 8).map(\.confidence) == [.possible])
    #expect(setUp(3, last: 8).map(\.site.line) == [9])
    #expect(setUp(3, last: 4).isEmpty)
    #expect(setUp(2, last: 8).isEmpty)
    #expect(setUp(4, last: 8, owners: 2).isEmpty)
    #expect(setUp(4, last: 8, ending: 3).isEmpty)
    #expect(setUp(3, last: 5.0001).isEmpty)
    #expect(setUp(3, last: 9.9995, disposedAt: 9.99).isEmpty)
  }

  @Test func `What waits for its stop signal, or surely ends, needs no handle`() {
    for (name, source) in [("take(until:)", "PublishSubject"), ("map", "just")] {
      var program = Program()
      for second in 1...4 {
        program.tick(at: Double(second) - 0.1)
        let root = program.script.subscribe("subscribe", "a.swift:9", at: Double(second))
        let step = program.script.subscribe(name, "a.swift:8", for: root, at: Double(second))
        program.script.subscribe(source, "a.swift:7", for: step, at: Double(second))
        if second < 3 { program.script.dispose([root, step], .explicit, at: Double(second) + 0.1) }
        if second >= 3 { program.letGo(root, at: Double(second)) }
      }
      program.tick(at: 8)
      #expect(!program.verdicts.leaks.contains { $0.reason == .handleForgotten }, "\(name)")
    }
  }

  @Test(arguments: [false, true])
  func `A stop signal that has failed stops nothing`(hasFailed: Bool) {
    var program = Program()
    for second in 1...4 {
      program.tick(at: Double(second) - 0.1)
      let root = program.script.subscribe("subscribe", "a.swift:9", at: Double(second))
      let until = program.script.subscribe("take(until:)", "a.swift:8", for: root, at: Double(second))
      let stop = program.script.subscribe("stop", "a.swift:7", for: until, as: .control, at: Double(second))
      program.script.subscribe("PublishSubject", "a.swift:6", for: until, at: Double(second))
      if second < 3 { program.script.dispose([root, until], .explicit, at: Double(second) + 0.1) }
      if second >= 3 { program.letGo(root, at: Double(second)) }
      if second >= 3, hasFailed { program.script.fail([stop], "offline", at: Double(second) + 0.2) }
    }
    program.tick(at: 8)
    let verdicts = program.verdicts
    let found = verdicts.leaks + verdicts.suspects
    #expect(found.contains { $0.reason == .handleForgotten } == hasFailed)
  }

  @Test func `A handle that goes as the program ends was not forgotten`() {
    var program = Program()
    for second in 1...3 {
      program.tick(at: Double(second) - 0.1)
      let root = program.start(at: Double(second))
      if second < 3 {
        program.script.dispose(
          [root, SubscriptionID(root.rawValue + 1)!], .explicit, at: Double(second) + 0.5)
      } else {
        program.letGo(root, at: 9.99)
      }
    }
    #expect(program.verdicts.leaks.isEmpty)
  }

  /// Two are disposed, the third is let go at `time` on `thread`, and another goes on on `ticking` to the end.
  private func endsWithThread(
    at time: Double, on thread: UInt32 = 1, ticking: UInt32 = 2,
    before: (inout TraceScript) -> Void = { _ in }
  ) -> Forest {
    var program = Program()
    for second in 1...3 {
      program.tick(at: Double(second) - 0.1)
      let root = program.start(at: Double(second))
      if second < 3 {
        program.dispose(root, at: Double(second) + 0.5)
      } else {
        program.tick(at: 3.5)
        before(&program.script)
        program.script.add(.handleReleased(root), time, thread)
      }
    }
    program.script.next([program.clock], at: 9.999, thread: ticking)
    var forest = program.script.forest(ended: 10)
    forest.endsOrderly = true
    return forest
  }

  @Test(
    arguments: [
      (9.99, 1, 2, false), (9.99, 3, 1, false), (9.99, 1, 1, true), (9.94, 1, 2, true),
    ] as [(Double, UInt32, UInt32, Bool)])
  func `What another thread does while the program ends does not show that the program has gone on`(
    time: Double, thread: UInt32, ticking: UInt32, isTold: Bool
  ) {
    let forest = endsWithThread(at: time, on: thread, ticking: ticking)
    #expect(Verdicts(forest).leaks.map(\.members) == (isTold ? [[6, 7]] : []))
  }

  @Test func `One of its kind that was let go at once, and may be meant to stay, does not speak against it`()
  {
    let forest = endsWithThread(at: 9.99) { script in
      let other = script.subscribe("subscribe", "a.swift:2", at: 4)
      script.subscribe("PublishSubject", "a.swift:1", for: other, at: 4)
      script.add(.handleReleased(other), 4)
      script.next([SubscriptionID(1)!], at: 6)
    }
    #expect(Verdicts(forest).leaks.isEmpty)
  }

  @Test func `Others that were left before it are the same matter as the last`() {
    let forest = endsWithThread(at: 9.99) { script in
      let other = script.subscribe("subscribe", "a.swift:2", at: 4)
      script.subscribe("PublishSubject", "a.swift:1", for: other, at: 4)
      script.next([SubscriptionID(1)!], at: 5)
      script.add(.handleReleased(other), 5.5)
      script.next([SubscriptionID(1)!], at: 6)
    }
    #expect(Verdicts(forest).leaks.map(\.members) == [[6, 7, 8, 9]])
  }

  @Test func `What was let go at once was not put away with the program`() {
    var program = Program()
    for second in 1...3 {
      program.tick(at: Double(second) - 0.1)
      program.dispose(program.start(at: Double(second)), at: Double(second) + 0.5)
    }
    program.letGo(program.start(at: 4), at: 4)
    for second in 5...6 {
      program.tick(at: Double(second) - 0.1)
      program.dispose(program.start(at: Double(second)), at: Double(second) + 0.5)
    }
    program.tick(at: 9.98)
    program.letGo(program.start(at: 9.99), at: 9.99)
    program.script.next([program.clock], at: 9.999, thread: 2)
    var forest = program.script.forest(ended: 10)
    forest.endsOrderly = true
    #expect(Verdicts(forest).leaks.map(\.instances.count) == [2])
  }
}
