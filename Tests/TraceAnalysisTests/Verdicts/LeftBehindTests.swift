import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// Some of a kind end soon, others live on and on: by what do they differ?
struct LeftBehindTests {
  /// Sessions, one a second, each held by a bag of its own; those of `left` are never disposed.
  private func suspects(
    of sessions: Int = 8, left: [Int], thread: (Int) -> UInt32 = { _ in 1 },
    line: (Int) -> UInt32 = { _ in 8 }
  ) -> [Leak] {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    for session in 1...sessions {
      let time = Double(session)
      script.next([clock], at: time - 0.1)
      let root = script.subscribe("subscribe", "a.swift:2", at: time, thread: thread(session))
      script.subscribe("PublishSubject", "a.swift:1", for: root, at: time, thread: thread(session))
      let bag = OwnerID(UInt64(100 + session))!
      let made = Site(operatorName: "DisposeBag", file: "feedd/a.swift", line: line(session))
      script.add(.owner(bag, kind: .bag, type: "DisposeBag", site: made), time, thread(session))
      script.add(.named(root, owner: bag, label: nil), time, thread(session))
      script.add(.childAdded(bag, child: root.rawValue, total: 1), time, thread(session))
      guard !left.contains(session) else { continue }
      let upstream = SubscriptionID(root.rawValue + 1)!
      script.dispose([root, upstream], .owner, at: time + 0.1, thread: thread(session))
    }
    script.next([clock], at: Double(sessions) + 2)
    return script.verdicts(ended: Double(sessions) + 3, minimum: .possible).suspects
  }

  @Test func `Those that are left in turn with those that end are suspect, the last of them aside`() throws {
    let suspect = try #require(suspects(left: [2, 4, 6, 8]).first)
    #expect(suspect.reason == .leftBehind)
    #expect(suspect.instances == [4, 8, 12])
  }

  @Test func `Those that were begun before any that ended may be meant to stay`() {
    #expect(suspects(left: [1, 2, 3]).isEmpty)
    #expect(!suspects(left: [1, 3, 4]).isEmpty)
  }

  @Test func `Where all end soon for a while, and then none does, all since then are suspect`() throws {
    let suspect = try #require(suspects(of: 12, left: [6, 7, 8, 9, 10, 11, 12]).first)
    #expect(suspect.reason == .leftBehind)
    #expect(suspect.instances.first == 12)
    #expect(suspects(of: 7, left: [5, 6, 7]).isEmpty, "three in a row may be chance")
  }

  @Test func `While the program runs one that is no older than others of its kind became is not listed`() {
    func listed(age: Double, isRunning: Bool) -> Int {
      var script = TraceScript()
      let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
      for number in 0..<8 {
        let time = Double(number)
        let root = script.subscribe("subscribe", "a.swift:2", at: time)
        let source = script.subscribe("interval", "a.swift:1", for: root, at: time)
        script.add(.handleReleased(root), time + 0.2)
        script.next([clock], at: time + 0.4)
        if number < 6 { script.dispose([root, source], .explicit, at: time + 3) }
      }
      let forest = script.forest(ended: 7 + age)
      let verdicts = Verdicts(forest, options: .init(isRunning: isRunning))
      return (verdicts.leaks + verdicts.suspects).count
    }
    #expect(listed(age: 1.5, isRunning: false) > 0)
    #expect(listed(age: 1.5, isRunning: true) == 0)
    #expect(listed(age: 9, isRunning: true) > 0)
  }

  /// The same, where somebody has the handles, but no bag.
  private func held(of sessions: Int, left: [Int], lasting: Double = 0.3, stops: Bool = false) -> [Leak] {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    for session in 1...sessions {
      let time = Double(session)
      script.next([clock], at: time - 0.1)
      let root = script.subscribe("subscribe", "a.swift:2", at: time)
      let until = stops ? script.subscribe("take(until:)", "a.swift:2", for: root, at: time) : root
      let source = script.subscribe("PublishSubject", "a.swift:1", for: until, at: time)
      if stops { script.subscribe("PublishSubject", "a.swift:1", for: until, as: .control, at: time) }
      if !left.contains(session) { script.dispose([root, source], .explicit, at: time + lasting) }
    }
    script.next([clock], at: Double(sessions) + 2)
    return script.verdicts(ended: Double(sessions) + 3, minimum: .possible).suspects
  }

  /// Calls, one a second, that an operator ends with their answer; those of `left` get none, though `refused` values reach the
  /// operator. What is left is put away at the end if somebody has it.
  private func calls(of calls: Int = 15, left: [Int], refused: Int, isPutAway: Bool) -> [Leak] {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    var waiting: [[SubscriptionID]] = []
    for call in 1...calls {
      let time = Double(call)
      script.next([clock], at: time - 0.1)
      let root = script.subscribe("subscribe", "a.swift:3", at: time)
      let first = script.subscribe("take", "a.swift:2", for: root, at: time)
      let source = script.subscribe("PublishSubject", "a.swift:1", for: first, at: time)
      if left.contains(call) {
        for _ in 0..<refused { script.next([source], at: time + 0.1) }
        if !isPutAway { script.add(.handleReleased(root), time + 0.05) }
        waiting.append([root, first, source])
      } else {
        let answer = script.next([source, first, root], at: time + 0.2)
        script.complete([first, root], cause: answer, at: time + 0.2)
        script.dispose([source], .downstream, cause: answer, at: time + 0.2)
      }
    }
    script.next([clock], at: Double(calls) + 2)
    if isPutAway { for path in waiting { script.dispose(path, .owner, at: Double(calls) + 2.999) } }
    return script.verdicts(ended: Double(calls) + 3, minimum: .possible).suspects
  }

  @Test(arguments: [false, true])
  func `Those that were never answered are told where they wait, at the operator if that refused what came`(
    isPutAway: Bool
  ) throws {
    for (refused, line) in [(0, 3), (2, 2)] {
      let suspect = try #require(
        calls(left: [2, 6, 10], refused: refused, isPutAway: isPutAway).first, "\(refused)")
      #expect(suspect.reason == .leftBehind)
      #expect(suspect.instances.count == 3)
      #expect(suspect.site.line == UInt32(line))
      let refusals = suspect.evidence.count { $0 is LetNothingThrough }
      #expect(refusals == (refused > 0 ? 1 : 0))
      #expect(suspect.hint.name == "endAll")
      #expect(suspect.hint.site.line == 3 && suspect.hint.other?.line == 2)
    }
  }

  @Test func `What is put away at last may have been on its way, if it came last, or others took as long`() {
    #expect(calls(left: [13, 14, 15], refused: 0, isPutAway: true).isEmpty)
    #expect(calls(left: [2, 6], refused: 0, isPutAway: true).isEmpty)
    #expect(calls(of: 8, left: [2, 4, 6], refused: 0, isPutAway: true).isEmpty)
  }

  /// Questions, one a second, that end with their answer. Those of `silent` have no end, and a value only if it `sends`.
  private func questions(
    of questions: Int = 5, silent: [Int], to source: String = "create", sends: Bool = false,
    ended: Double = 10
  ) -> [Leak] {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    for question in 1...questions {
      let time = Double(question)
      script.next([clock], at: time - 0.1)
      let root = script.subscribe("subscribe", "a.swift:3", at: time)
      let answer = script.subscribe(source, "a.swift:2", for: root, at: time)
      let isAnswered = !silent.contains(question)
      if isAnswered || sends { script.next([answer, root], at: time + 0.1) }
      if isAnswered { script.complete([answer, root], at: time + 0.1) }
    }
    script.next([clock], at: ended - 0.1)
    return script.verdicts(ended: ended, minimum: .possible).suspects
  }

  @Test func `A question without an answer is told at the closure, where others had theirs soon`() throws {
    let suspect = try #require(questions(silent: [2]).first)
    #expect(suspect.reason == .leftBehind)
    #expect(suspect.instances == [4])
    #expect(suspect.site.line == 2)
    #expect(suspect.hint == .endAll(site: suspect.site, by: nil))
    #expect(
      suspect.evidence.contains { ($0 as? OutlivedSiblings)?.ended == 4 })
    #expect(questions(of: 7, silent: [2, 4]).first?.instances == [4, 8])
  }

  @Test func `A question is not told that is young, has sent something, asks a subject, or is one of many`() {
    #expect(questions(silent: [5], ended: 5.8).isEmpty)
    #expect(questions(silent: [2], sends: true).isEmpty)
    #expect(questions(silent: [2], to: "PublishSubject").isEmpty)
    #expect(questions(silent: [2, 4]).isEmpty)
    #expect(questions(of: 3, silent: [2]).isEmpty)
  }

  /// Connections, each with a subject of its own, or one for all; those that are left hear it until `last`.
  private func connections(ownSources: Bool = true, last: Double = 17) -> [Leak] {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    var left: [[SubscriptionID]] = []
    for number in 1...15 {
      let time = Double(number)
      script.next([clock], at: time - 0.1)
      let root = script.subscribe("subscribe", "a.swift:2", at: time)
      let source = script.subscribe(
        "PublishSubject", "a.swift:1", for: root, joining: ownSources ? UInt64(500 + number) : 500, at: time)
      if [2, 6, 10].contains(number) {
        left.append([source, root])
      } else {
        script.dispose([root, source], .explicit, at: time + 0.3)
      }
    }
    for path in left { script.next(path, at: last) }
    script.next([clock], at: 17.5)
    return script.verdicts(ended: 18, minimum: .possible).suspects
  }

  @Test func `What hears a subject of its own that goes on to send was not left behind`() {
    #expect(connections().isEmpty)
    #expect(connections(last: 11).map(\.reason) == [.leftBehind])
    #expect(connections(ownSources: false).map(\.reason) == [.leftBehind])
  }

  @Test func `Handles that somebody holds are suspect where most came and went, and some stayed, in turn`()
    throws
  {
    let suspect = try #require(held(of: 15, left: [2, 6, 10]).first)
    #expect(suspect.reason == .leftBehind)
    #expect(suspect.instances.count == 3)
    #expect(suspect.site.line == 2)
    // Those who came first, or at one time, or are most, or have not lived for long may be meant to stay.
    #expect(held(of: 15, left: [1, 2, 3]).isEmpty)
    #expect(held(of: 15, left: [4, 5, 6]).isEmpty)
    #expect(held(of: 8, left: [2, 4, 6]).isEmpty)
    #expect(held(of: 15, left: [8, 10, 12], lasting: 5.5).isEmpty)
  }

  @Test
  func
    `Half of them may stay and be suspect, if they come in turn often enough and no signal is to end them`()
  {
    #expect(held(of: 10, left: [2, 4, 6, 8]).first?.instances.count == 4)
    #expect(held(of: 10, left: [2, 4, 6, 8], stops: true).isEmpty)
    #expect(held(of: 10, left: [2, 4, 5, 7]).isEmpty)
    // As many are enough if each that ended was over before the next was begun. The last of them is young.
    #expect(held(of: 8, left: [2, 4, 6, 8], lasting: 0.9).first?.instances.count == 3)
    #expect(held(of: 8, left: [2, 4, 6, 8], lasting: 1.2).isEmpty)
  }

  @Test func `The thread that they alone have is told`() throws {
    let suspect = try #require(suspects(left: [2, 4, 6], thread: { [2, 4, 6].contains($0) ? 3 : 1 }).first)
    #expect(
      suspect.evidence.contains {
        $0 as? LivingDiffer == LivingDiffer(difference: .thread(ThreadID(rawValue: 3)))
      })
    let same = try #require(suspects(left: [2, 4, 6], thread: { $0 % 3 == 0 ? 3 : 1 }).first)
    #expect(!same.evidence.contains { $0 is LivingDiffer })
  }

  @Test func `The kind of owner that they alone have is told`() throws {
    let suspect = try #require(suspects(left: [2, 4, 6], line: { [2, 4, 6].contains($0) ? 88 : 8 }).first)
    let made = Site(operatorName: "DisposeBag", file: "feedd/a.swift", line: 88)
    #expect(
      suspect.evidence.contains {
        $0 as? LivingDiffer == LivingDiffer(difference: .owner(type: "DisposeBag", site: made))
      })
  }
}
