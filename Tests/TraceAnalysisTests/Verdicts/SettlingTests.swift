import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// What should end and has had no time to: no rule accuses it, and each says that it is not judged yet.
struct SettlingTests {
  /// A second thread is seen last, so that nothing tells that the first had come to rest.
  private func expectSettling(
    _ numbers: [Int], _ script: TraceScript, ended: Double = 10,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let verdicts = script.verdicts(ended: ended, minimum: .possible)
    #expect(verdicts.leaks.isEmpty, sourceLocation: sourceLocation)
    #expect(verdicts.suspects.isEmpty, sourceLocation: sourceLocation)
    let forest = script.forest(ended: ended)
    let settling = forest.lives.map(\.number).filter { verdicts[$0] == .open(.settling) }
    #expect(settling == numbers, sourceLocation: sourceLocation)
    #expect(verdicts.counts.settling == numbers.count, sourceLocation: sourceLocation)
    let later = script.verdicts(ended: ended + 10, minimum: .possible)
    #expect(!(later.leaks + later.suspects).isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `An inner signal whose stop signal has just fired`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 1)
    let flatMap = script.subscribe("flatMap", "a.swift:7", for: root, at: 1)
    let until = script.subscribe("take(until:)", "a.swift:6", for: flatMap, at: 1)
    let closed = script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: 1)
    script.subscribe("interval", "a.swift:3", for: flatMap, as: .inner, number: 1, at: 2)
    let fired = script.next([closed], at: 9.8)
    script.complete([until], cause: fired, at: 9.8)
    script.dispose([closed, until], .terminated, cause: fired, at: 9.8)
    expectSettling([1, 2, 5], script)
  }

  @Test func `What repeats what has just been stopped`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 1)
    let again = script.subscribe("repeat", "a.swift:8", for: root, at: 1)
    for _ in 1...2 {
      let isFirst = script.trace.count == 2
      let until = script.subscribe("take(until:)", "a.swift:7", for: again, at: isFirst ? 1 : 9.9)
      let closed = script.subscribe(
        "PublishSubject", "a.swift:4", for: until, as: .control, at: isFirst ? 1 : 9.9)
      guard isFirst else { break }
      let fired = script.next([closed], at: 9.8)
      script.complete([until], cause: fired, at: 9.8)
      script.dispose([closed, until], .trigger, at: 9.8)
    }
    expectSettling([1, 2, 5, 6], script)
  }

  @Test func `Branches beside those that have just been stopped`() {
    var script = TraceScript()
    for session in 1...2 {
      let time = Double(session)
      let root = script.subscribe("subscribe", "a.swift:9", at: time)
      let both = script.subscribe("combineLatest", "a.swift:8", for: root, at: time)
      let until = script.subscribe("take(until:)", "a.swift:7", for: both, at: time)
      let closed = script.subscribe("PublishSubject", "a.swift:4", for: until, as: .control, at: time)
      script.subscribe("PublishSubject", "a.swift:3", for: both, at: time)
      let fired = script.next([closed], at: 9.8, thread: UInt32(session))
      script.complete([until], cause: fired, at: 9.8, thread: UInt32(session))
      script.dispose([closed, until], .terminated, cause: fired, at: 9.8, thread: UInt32(session))
    }
    expectSettling([1, 2, 5, 6, 7, 10], script)
  }

  @Test func `What an owner held that has just been disposed`() {
    var script = TraceScript()
    for number in 1...2 {
      let root = script.subscribe("subscribe", "a.swift:2", at: Double(number))
      let owner = OwnerID(UInt64(100 + number))!
      script.add(.named(root, owner: owner, label: nil), Double(number))
      script.add(.childAdded(owner, child: root.rawValue, total: 1), Double(number))
      script.add(.ownerDisposed(owner, children: 1), 9.8)
    }
    expectSettling([1, 2], script)
  }

  @Test func `What has just lost its handle, unlike others that were disposed`() {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    var last = clock
    for second in 1...4 {
      script.next([clock], at: Double(second) - 0.1)
      last = script.subscribe("subscribe", "a.swift:2", at: Double(second))
      if second < 4 { script.dispose([last], .explicit, at: Double(second) + 0.5) }
    }
    script.next([clock], at: 9.7)
    script.add(.handleReleased(last), 9.8)
    script.next([clock], at: 9.9, thread: 2)
    expectSettling([5], script)
  }

  @Test(arguments: [true, false]) func `What the program's end finds in the midst of its work`(
    isInMidst: Bool
  ) {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 1)
    let retry = script.subscribe("retry(when:)", "a.swift:8", for: root, at: 1)
    script.subscribe("PublishSubject", "a.swift:7", for: retry, as: .control, at: 1)
    script.add(.workBegan(work: 1, scheduler: 2, name: "pace"), 9.9, 2)
    script.complete([retry], at: 9.95, thread: 2)
    if !isInMidst { script.add(.workEnded(work: 1, scheduler: 2, name: "pace"), 9.96, 2) }
    var forest = script.forest(ended: 10)
    forest.endsOrderly = true
    let verdicts = Verdicts(forest)
    #expect(verdicts.leaks.map(\.members) == (isInMidst ? [] : [[3]]))
    #expect(verdicts.counts.settling == (isInMidst ? 1 : 0))
  }
}
