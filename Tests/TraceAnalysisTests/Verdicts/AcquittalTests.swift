import Testing
import TraceFixtures
import TraceFormat

@testable import TraceAnalysis

/// Why a living subscription belongs to no leak: its owner, its handle, its subscriber, or the verdict itself.
struct AcquittalTests {
  @Test func `A long-lived one is alone, early and held`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 0.1)
    script.subscribe("interval", "a.swift:8", for: root, as: .inner, number: 1, at: 0.2)
    #expect(
      script.acquittals(of: 2) == [
        "decided: #2 has lived for all but the first 200ms of the recording; its root #1 is the only one of its kind, and nobody was seen to let go of its handle"
      ])
    #expect(
      script.acquittals(of: 1) == [
        "decided: #1 has lived for all but the first 100ms of the recording, is the only one of its kind, and nobody was seen to let go of its handle"
      ])
  }

  @Test func `One of which events were lost is not judged`() {
    var script = TraceScript()
    script.subscribe("subscribe", "a.swift:9", at: 4)
    script.add(.lost(count: 3, since: TraceScript.time(5)), 6, 2)
    #expect(
      script.acquittals(of: 1) == [
        "decided: #1 is not judged: events were lost while it lived, and its end may be one of them"
      ])
  }

  @Test func `An end that has just become due may be on its way`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 4)
    script.subscribe("interval", "a.swift:8", for: root, at: 4)
    script.dispose([root], .explicit, at: 9.8)
    #expect(
      script.acquittals(of: 2) == [
        "decided disposalNotPassedOn: the end of #2 is due since 9800ms, when #1 had ended; the recording ended 200ms later, and the settle time is 500ms"
      ])
  }

  @Test func `Others that took long to end give one more the time for it`() {
    var script = TraceScript()
    for start in [1.0, 5.0] {
      let root = script.subscribe("subscribe", "a.swift:9", at: start)
      let clock = script.subscribe("interval", "a.swift:8", for: root, at: start)
      script.dispose([root], .explicit, at: start + 1)
      if start == 1 { script.dispose([clock], .explicit, at: start + 3) }
    }
    #expect(
      script.acquittals(of: 4) == [
        "decided disposalNotPassedOn: the end of #4 is due since 6000ms, when #3 had ended; the recording ended 4000ms later, and others at its place took up to 2000ms: this one has 6000ms"
      ])
  }

  @Test func `A rule whose sign came near the end would accuse`() {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0, thread: 2)
    for second in 1...4 {
      script.next([clock], at: Double(second) - 0.1, thread: 2)
      let root = script.subscribe("subscribe", "a.swift:9", at: Double(second))
      if second < 4 { script.dispose([root], .explicit, at: Double(second) + 0.5) }
    }
    script.add(.handleReleased(SubscriptionID(5)!), 9.8)
    script.next([clock], at: 9.9, thread: 2)
    #expect(
      script.acquittals(of: 5) == [
        "decided handleForgotten: #5 would be accused (handle let go, never disposed), but its end may still be on its way; --settle 0 judges it"
      ])
  }

  @Test func `A suspect that nobody asked for is told as such`() {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    for second in 1...9 {
      script.next([clock], at: Double(second) - 0.1)
      script.subscribe("subscribe", "a.swift:9", at: Double(second))
    }
    #expect(
      script.acquittals(of: 2, minimum: .likely) == [
        "decided growth: #2 is a suspect (started again and again, never ended), and not listed: --min-confidence likely was asked for"
      ])
  }

  @Test func `Whoever is held by a living owner is not its owner's leak`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 4)
    let bag = OwnerID(7)!
    let made = Site(operatorName: "DisposeBag", file: "feedd/a.swift", line: 3)
    script.add(.owner(bag, kind: .bag, type: "DisposeBag", site: made), 4)
    script.add(.named(root, owner: bag, label: nil), 4)
    script.add(.childAdded(bag, child: root.rawValue, total: 1), 4)
    #expect(
      script.acquittals(of: 1).contains(
        "unmet ownerDisposed: #1 is held by the <DisposeBag> of line 3, which holds 1 and lives"))
  }

  @Test(arguments: [false, true])
  func `A handle that was not let go can still end it`(othersLetGo: Bool) {
    var script = TraceScript()
    script.subscribe("subscribe", "a.swift:9", at: 4)
    if othersLetGo {
      let other = script.subscribe("subscribe", "a.swift:5", at: 4)
      script.add(.handleReleased(other), 4)
    }
    let words =
      othersLetGo
      ? "the handle of #1 was not let go"
      : "the recording tells of no handle that was let go"
    #expect(script.acquittals(of: 1).contains("unmet handleForgotten: \(words)"))
  }

  @Test func `A handle that goes with the program says nothing`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 4)
    script.add(.handleReleased(root), 9)
    #expect(
      script.acquittals(of: 1).contains(
        "excused handleForgotten: the handle of #1 was let go at 9000ms, as the program came to its end: that says nothing"
      ))
  }

  @Test func `A handle that was let go is no fault by itself`() {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    let root = script.subscribe("subscribe", "a.swift:9", at: 4)
    script.add(.handleReleased(root), 4)
    for second in 5...9 { script.next([clock], at: Double(second)) }
    #expect(
      script.acquittals(of: 2).first
        == "short handleForgotten: the handle of #2 was let go at 4000ms, and no sign says that an end was due: of its kind 1 lives, 0 were disposed, and 0 ended by themselves"
    )
  }

  @Test func `The first of a kind whose others were disposed may be meant to stay`() {
    var script = TraceScript()
    let clock = script.subscribe("subscribe", "main.swift:1", at: 0)
    for second in 1...4 {
      script.next([clock], at: Double(second) - 0.1)
      let root = script.subscribe("subscribe", "a.swift:9", at: Double(second))
      script.add(.handleReleased(root), Double(second))
      if second > 1 { script.dispose([root], .explicit, at: Double(second) + 0.5) }
    }
    script.next([clock], at: 9)
    #expect(
      script.acquittals(of: 2).first
        == "excused handleForgotten: #2 was the first of its kind, of which 3 were disposed, and nobody ever kept its handle: it may be meant to stay"
    )
  }

  @Test func `One that was taken out of its owner may be kept by somebody`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 4)
    let owner = OwnerID(7)!
    script.add(.named(root, owner: owner, label: nil), 4)
    script.add(.childAdded(owner, child: root.rawValue, total: 1), 4)
    script.add(.childRemoved(owner, child: root.rawValue, total: 0), 5)
    #expect(
      script.acquittals(of: 1).first
        == "short removedUndisposed: #1 was taken out of its owner at 5000ms, and its handle was not let go since"
    )
  }

  @Test func `An inner signal lives for its operator`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 4)
    let flatMap = script.subscribe("flatMap", "a.swift:8", for: root, at: 4)
    script.subscribe("interval", "a.swift:7", for: flatMap, as: .inner, number: 1, at: 5)
    #expect(
      script.acquittals(of: 3).first
        == "unmet disposalNotPassedOn: #3 was begun for #2, flatMap 8, which lives")
  }

  @Test func `A connection is used by others, or kept for the next`() {
    var script = TraceScript()
    var shared: [SubscriptionID] = []
    for (line, name) in [(5, "share"), (6, "replay")] {
      for _ in 1...2 {
        let root = script.subscribe("subscribe", "a.swift:9", at: 1)
        shared.append(script.subscribe(name, "a.swift:\(line)", for: root, at: 1))
      }
    }
    for (place, connection) in [(0, UInt64(101)), (2, 102)] {
      let source = script.subscribe("interval", "a.swift:4", for: shared[place], as: .shared, at: 1)
      for each in shared[place...(place + 1)] { script.add(.joined(each, connection: connection), 1) }
      script.add(.connected(connection: connection, source: source, subscribers: 1), 1)
    }
    script.dispose([SubscriptionID(1)!, shared[0]], .explicit, at: 3)
    for place in 2...3 {
      script.dispose([SubscriptionID(UInt64(2 * place + 1))!, shared[place]], .explicit, at: 3)
    }
    #expect(
      script.acquittals(of: 9).first
        == "excused disposalNotPassedOn: #9 is a shared connection: #2, which began it, has ended, and another subscriber of it lives"
    )
    #expect(
      script.acquittals(of: 10).prefix(2) == [
        "decided disposalNotPassedOn: #10 is a shared connection without a subscriber, and replay 6 keeps it for the next one",
        "short connectionsPileUp: 1 connection like #10 is idle: fewer than 3",
      ])
  }

  @Test func `A task may outlive the task that made it`() {
    var script = TraceScript()
    let maker = script.subscribe("Task", "a.swift:9", as: .task, at: 1)
    script.subscribe("Task", "a.swift:8", for: maker, as: .task, at: 1)
    script.complete([maker], at: 3)
    #expect(
      script.acquittals(of: 2).first
        == "excused disposalNotPassedOn: #2 may outlive #1, which made it and has ended: it is a task or a loop"
    )
  }

  @Test func `A source that feeds others of its closure outlives its first subscriber`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:5", at: 0)
    let create = script.subscribe("create", "a.swift:4", for: root, at: 0)
    let inner = script.subscribe("subscribe", "a.swift:3", for: create, as: .nested, at: 0)
    script.add(.handleReleased(inner), 0.05)
    let other = script.subscribe("subscribe", "a.swift:5", at: 0.1)
    let others = [script.subscribe("create", "a.swift:4", for: other, at: 0.1), other]
    for value in 0..<4 { script.next([inner, create, root], at: 0.5 + Double(value) * 0.1) }
    script.dispose([root, create], .explicit, at: 2)
    for value in 0..<6 {
      script.next([inner], at: 2.5 + Double(value) * 0.2)
      script.next(others, at: 2.5 + Double(value) * 0.2)
    }
    script.subscribe("subscribe", "main.swift:1", at: 9.5)
    #expect(
      script.acquittals(of: 3).prefix(2) == [
        "excused disposalNotPassedOn: #2, for which a closure began #3, has ended, but #3 has fed another subscriber of the closure since",
        "excused handleForgotten: the closure of #2, which has ended, began #3: its handle is the closure's matter",
      ])
  }

  @Test func `What a closure began for an owner is the owner's`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:9", at: 1)
    let create = script.subscribe("create", "a.swift:8", for: root, at: 1)
    let beside = script.subscribe("subscribe", "a.swift:7", for: create, as: .nested, at: 1)
    let owner = OwnerID(7)!
    script.add(.named(beside, owner: owner, label: nil), 1)
    script.add(.childAdded(owner, child: beside.rawValue, total: 1), 1)
    script.dispose([root, create], .explicit, at: 3)
    script.subscribe("subscribe", "main.swift:1", at: 9.5)
    #expect(
      script.acquittals(of: 3).first
        == "excused disposalNotPassedOn: the closure of #2, which has ended, began #3, but no value of it went there, and a living owner has its handle"
    )
  }

  @Test func `Nobody is told anything unless somebody asks`() {
    let forest = Feedd.records().forest(ended: Feedd.ended)
    let (asked, unasked) = (Verdicts(forest, options: .explaining()), Verdicts(forest))
    #expect(forest.lives.indices.allSatisfy { unasked.acquittals(of: $0).isEmpty })
    #expect(forest.lives.indices.contains { !asked.acquittals(of: $0).isEmpty })
    #expect(forest.lives.indices.allSatisfy { asked[$0] == unasked[$0] })
    #expect(asked.leaks.map(\.members) == unasked.leaks.map(\.members))
  }
}

extension Verdicts.Options {
  static func explaining(minimum: Confidence = .possible) -> Self {
    var options = Self(minimum: minimum)
    options.explains = true
    return options
  }
}

extension TraceScript {
  /// Why a life belongs to no leak, a line for each reason.
  func acquittals(of number: Int, ended: Double = 10, minimum: Confidence = .possible) -> [String] {
    let verdicts = Verdicts(forest(ended: ended), options: .explaining(minimum: minimum))
    return verdicts.acquittals(of: LifeIndex(number: number)).map { each in
      let rules = each.rules.map { " \($0.name)" }.joined()
      return "\(each.weight)\(rules): \(each.evidence.sentence?.line ?? "nothing")"
    }
  }
}
