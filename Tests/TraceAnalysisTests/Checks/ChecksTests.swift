import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// What each check says, and when it says nothing.
struct ChecksTests {
  @Test func `The quote server sends late values and retries a load`() {
    let forest = Feedd.records().forest(ended: Feedd.ended)
    let findings = Checks.findings(in: forest, Verdicts(forest))
    #expect(
      findings.map(\.line) == [
        "late-values ticker 18: 8 of 19 values came after their subscriber was gone",
        "late-values interval(250ms) 58: 36 of 59 values came after their stop signal",
        "retried load 22: failed once after 10ms (<timeout>), then done",
      ])
  }

  @Test func `The repaired quote server has only its retried load`() {
    let forest = Feedd.records(repaired: true).forest(ended: Feedd.ended)
    #expect(Checks.findings(in: forest, Verdicts(forest)).map { type(of: $0).check } == ["retried"])
  }

  @Test func `A failure that nobody retries is no finding`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 0)
    let source = script.subscribe("load", "a.swift:2", for: root, at: 0)
    script.fail([source, root], "no", at: 1)
    script.dispose([source], .terminated, at: 1)
    script.dispose([root], .terminated, at: 1)
    #expect(script.findings(ended: 10).isEmpty)
  }

  @Test(arguments: [(1, "once"), (2, "twice"), (3, "3 times")])
  func `A retry says how often it failed and how it ended`(failures: Int, times: String) {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 0)
    let retry = script.subscribe("retry", "a.swift:2", for: root, at: 0)
    for attempt in 0..<failures {
      let load = script.subscribe("load", "a.swift:3", for: retry, at: Double(attempt))
      script.fail([load], nil, at: Double(attempt) + 0.5)
      script.dispose([load], .terminated, at: Double(attempt) + 0.5)
    }
    script.subscribe("load", "a.swift:3", for: retry, at: 5)
    #expect(
      script.findings(ended: 10) == ["retried load 3: failed \(times) after 500ms, running again"])
  }

  @Test func `Events that had to wait are told with the reason`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 0)
    // An inlet gets all its values on one thread, whoever delivers them.
    script.next([root], at: 1)
    script.add(.overlap(root, other: ThreadID(rawValue: 1)), 1, 2)
    #expect(script.findings(ended: 10) == ["overlap subscribe 1: 1 event had to wait for another thread"])
    script.add(.overlap(root, other: ThreadID(rawValue: 1)), 2)
    // The following value of the thread is another one's, and the next of this one comes from outside.
    let other = script.subscribe("subscribe", "a.swift:2", at: 2)
    script.next([other], at: 2)
    script.next([root], at: 3)
    #expect(
      script.findings(ended: 10) == [
        "overlap subscribe 1: 2 events had to wait for another thread, or for one further up the same stack"
      ])
    var nested = TraceScript()
    let single = nested.subscribe("subscribe", "a.swift:1", at: 0)
    nested.add(.overlap(single, other: ThreadID(rawValue: 1)), 1)
    #expect(
      nested.findings(ended: 10) == [
        "overlap subscribe 1: 1 event had to wait for one further up the same stack"
      ])
  }

  @Test func `A closure that sends from two threads at once is trouble, another subscription is not`() {
    for (traits, isTrouble) in [(SiteTraits([.source, .subscribesInUserCode]), true), ([.source], false)] {
      var script = TraceScript()
      let root = script.subscribe("subscribe", "a.swift:1", at: 0)
      let source = script.subscribe("create", "a.swift:2", for: root, traits: traits, at: 0)
      script.next([source, root], at: 1)
      script.add(.overlap(source, other: ThreadID(rawValue: 2)), 1, 1)
      script.next([source, root], at: 1)
      script.complete([source, root], at: 2)
      let found = Checks.unabsorbed(
        in: script.forest(ended: 10), script.verdicts(ended: 10, minimum: .possible))
      #expect(found.map(\.site.line) == (isTrouble ? [2] : []))
    }
  }

  /// `create { left.subscribe { … }; right.subscribe { … } }`: a value of the right one, which another thread sent, has
  /// waited for one of the left one, which the first thread delivers.
  private func sendersAtOnce(_ senders: Set<String>, waiting: Int = 1) -> [String] {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 0)
    let both = script.subscribe(
      "create", "a.swift:2", for: root, traits: [.source, .subscribesInUserCode], at: 0)
    let left = script.subscribe("subscribe", "a.swift:3", for: both, as: .nested, at: 0)
    let right = script.subscribe("subscribe", "a.swift:4", for: both, as: .nested, at: 0)
    func next(_ id: SubscriptionID, by cause: EventID?) -> EventID {
      let event = script.event(on: 1)
      script.add(.next(id, event: event, cause: cause, value: nil), 1, 1)
      return event
    }
    let ofRight = senders.contains("right") ? script.event(on: 2) : nil
    if let ofRight { script.add(.next(right, event: ofRight, cause: nil, value: nil), 1, 2) }
    let ofLeft = senders.contains("left") ? next(left, by: nil) : nil
    let first = next(both, by: ofLeft)
    _ = next(root, by: first)
    for _ in 0..<waiting {
      script.add(.overlap(both, other: ThreadID(rawValue: 2)), 1, 1)
      _ = next(root, by: next(both, by: ofRight))
    }
    return script.findings(ended: 10).filter { $0.hasPrefix("overlap") }
  }

  @Test func `Who sends at once is named, as far as that is known`() {
    #expect(
      sendersAtOnce(["left", "right"]) == [
        "overlap create 2: sent 1 event from one thread while another was sending, in deliveries to subscribe 3 "
          + "and subscribe 4: its closure must send one at a time"
      ])
    #expect(
      sendersAtOnce(["right"]) == [
        "overlap create 2: sent 1 event from one thread while another was sending, in a delivery to subscribe 4 among others: "
          + "its closure must send one at a time"
      ])
    // What is delivered after one that has waited itself has waited for it, or for another one.
    #expect(sendersAtOnce(["left", "right"], waiting: 3) == sendersAtOnce(["left", "right"]))
    #expect(
      sendersAtOnce([]) == [
        "overlap create 2: sent 1 event from one thread while another was sending: its closure must send one at a time"
      ])
  }

  @Test func `Who sends from one thread is not blamed for what an operator lets wait`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 0)
    let merge = script.subscribe("merge", "a.swift:2", for: root, at: 0)
    let traits: SiteTraits = [.source, .subscribesInUserCode]
    let north = script.subscribe("create", "a.swift:3", for: merge, traits: traits, at: 0)
    let south = script.subscribe("create", "a.swift:4", for: merge, traits: traits, at: 0)
    script.next([north, merge, root], at: 1)
    for _ in 0..<3 {
      // The thread that delivers for the north delivers what the south has sent meanwhile, one after the other.
      let sent = script.next([south], at: 1, thread: 2)
      script.add(.overlap(south, other: ThreadID(rawValue: 2)), 1, 1)
      script.next([merge, root], cause: sent, at: 1)
    }
    #expect(script.troubles(ended: 10).isEmpty)
    #expect(script.findings(ended: 10) == ["overlap create 4: 3 events had to wait for another thread"])
  }

  @Test func `Dropped events are told where no leak explains them`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 0)
    script.complete([root], at: 1)
    script.dispose([root], .terminated, at: 1)
    script.add(.dropped(root, .next), 2)
    script.add(.dropped(root, .completed), 2)
    #expect(
      script.findings(ended: 10) == [
        "dropped subscribe 1: 1 value and 1 terminal event came after the end and were dropped"
      ])
  }

  @Test func `A handle that was let go is told unless its subscription is held or ends`() {
    var script = TraceScript()
    let held = script.subscribe("subscribe", "a.swift:1", at: 1)
    script.add(.named(held, owner: OwnerID(7), label: nil), 1)
    let ended = script.subscribe("subscribe", "a.swift:2", at: 1)
    let forgotten = script.subscribe("subscribe", "a.swift:3", at: 2)
    for each in [held, ended, forgotten] { script.add(.handleReleased(each), 3) }
    script.dispose([ended], .deinitialized, at: 4)
    #expect(
      script.findings(ended: 10) == [
        "forgotten-handle subscribe 3: its handle was let go while it lived: no call can dispose it any more"
      ])
  }

  @Test func `Memory that stays is told if the recording says what goes`() {
    var script = TraceScript()
    let first = script.subscribe("subscribe", "a.swift:1", at: 0)
    let second = script.subscribe("subscribe", "a.swift:2", at: 0)
    script.dispose([first], .explicit, at: 1)
    script.dispose([second], .explicit, at: 1)
    #expect(script.findings(ended: 10).isEmpty)
    script.add(.released(first), 1.5)
    #expect(
      script.findings(ended: 10) == ["never-released subscribe 2: it has ended, and is still in memory"])
    script.add(.lost(count: 1, since: TraceScript.time(2)), 3)
    #expect(script.findings(ended: 10).isEmpty)
  }

  @Test func `An owner that only grows is told`() {
    var script = TraceScript()
    let root = script.subscribe("subscribe", "a.swift:1", at: 0)
    let (bag, tidy) = (OwnerID(1)!, OwnerID(2)!)
    script.add(.named(root, owner: bag, label: nil), 0)
    for child in 1...UInt64(150) {
      script.add(.childAdded(bag, child: child, total: child), 1)
      script.add(.childAdded(tidy, child: child, total: 1), 1)
      script.add(.childRemoved(tidy, child: child, total: 0), 1)
    }
    #expect(
      script.findings(ended: 10) == [
        "growing-owner subscribe 1: its holder has taken 150 disposables and let 0 go"
      ])
  }

  @Test func `Work behind a closure that goes on is trouble, a few values on their way are not`() {
    var script = TraceScript()
    for late in [3, 2, 40] {
      let root = script.subscribe("subscribe", "a.swift:1", at: 0)
      let create = script.subscribe(
        "source", "a.swift:\(late)", for: root, traits: [.source, .subscribesInUserCode], at: 0)
      script.dispose([root, create], .explicit, at: 1)
      for value in 0..<late {
        script.add(.dropped(create, .next), 1 + (late == 3 ? 0.001 : 0.1) * Double(value))
      }
    }
    // A verdict tells it.
    #expect(script.troubles(ended: 10).isEmpty)
    #expect(script.verdicts(ended: 10).leaks.map(\.site.line) == [40])
  }

  @Test func `Ended subscriptions in memory are told at their subscribe call, with what holds them`() {
    var script = TraceScript()
    for number in 0..<4 {
      let root = script.subscribe("subscribe", "a.swift:1", at: 0)
      let map = script.subscribe("map", "a.swift:2", for: root, at: 0)
      let create = script.subscribe("source", "a.swift:3", for: map, at: 0)
      script.dispose([root, map, create], .explicit, at: 1)
      if number == 0 { for each in [create, map, root] { script.add(.released(each), 1.1) } }
    }
    #expect(
      script.troubles(ended: 10) == [
        "never-released subscribe 1: 3 have ended, and are still in memory, held where source 3 was subscribed"
      ])
  }

  @Test func `An owner that is filled at once and then left alone does not grow`() {
    var script = TraceScript()
    let bag = OwnerID(1)!
    for child in 1...UInt64(150) {
      let root = script.subscribe("subscribe", "a.swift:1", at: 0)
      script.add(.named(root, owner: bag, label: nil), 0)
      script.add(.childAdded(bag, child: root.rawValue, total: child), 0)
    }
    #expect(script.findings(ended: 10).filter { $0.hasPrefix("growing-owner") }.isEmpty)
  }

  @Test func `What a stop signal should end is for the verdicts to tell, what nobody receives is trouble`() {
    let forest = Feedd.records().forest(ended: Feedd.ended)
    let blind = Verdicts(forest, options: .init(settle: .seconds(60)))
    let late = Checks.unabsorbed(in: forest, blind).filter { $0 is LateValues }
    #expect(late.map(\.name) == ["ticker"])
  }
}
