import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Subscriptions to subjects that went out of memory.
struct SourceGoneTests {
  /// So many subscribe at 1 s, each to a subject of its own, which goes at 3 s. They are put away at `end`.
  private func script(
    _ waiting: Int, goes: Bool = true, end: Double? = nil, isFed: Bool = false,
    lines: [String] = ["a.swift:9"],
    binding: Bool = false, between: TraceEvent? = nil
  ) -> TraceScript {
    var script = TraceScript()
    var roots: [[SubscriptionID]] = []
    for number in 0..<waiting {
      let root = script.subscribe("subscribe", lines[number % lines.count], at: 1)
      let merge = isFed ? script.subscribe("merge", "a.swift:8", for: root, at: 1) : nil
      let member = script.subscribe(
        "subject", "a.swift:3", for: merge ?? root, traits: [.source, .hot], joining: 900 + UInt64(number),
        at: 1)
      if isFed { script.subscribe("other", "a.swift:7", for: merge, at: 1) }
      script.next([member, root], at: 2)
      roots.append([root, member])
    }
    let bind = script.subscribe("bind", "a.swift:5", traits: .root, at: 1)
    let fed = script.subscribe("feed", "a.swift:4", for: bind, at: 1)
    if binding {
      script.dispose([bind, fed], .owner, at: 3)
      for id in [bind, fed] { script.add(.released(id), 3) }
    }
    if let between { script.add(between, 3) }
    if goes { for number in 0..<waiting { script.add(.abandoned(source: 900 + UInt64(number)), 3) } }
    if let end { for path in roots { script.dispose(path, .owner, at: end) } }
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 9.8)
    return script
  }

  private func troubles(_ script: TraceScript) -> [String] {
    script.troubles(ended: 10).filter { $0.hasPrefix("source-gone") }
  }

  @Test func `Several of a line that wait are named, and one is a remark`() {
    let told = [
      "source-gone subscribe 9: 3 subscriptions wait for nothing: subject 3 had gone at 3000ms, and nobody can send to it"
        + " any more"
    ]
    #expect(troubles(script(3)) == told)
    #expect(troubles(script(3, end: 8)) == told)
    #expect(troubles(script(2)).isEmpty)
    #expect(troubles(script(3, lines: ["a.swift:9", "a.swift:10"])).isEmpty)
    #expect(script(1).findings(ended: 10).contains { $0.hasPrefix("source-gone") })
  }

  @Test func `A binding whose end let the subject go is named for one`() {
    #expect(
      troubles(script(1, binding: true)) == [
        "source-gone bind 5: as it ended, at 3000ms, subject 3 went: nobody can send to that any more; 1 subscription waits"
          + " for nothing"
      ])
    // The owner went with the binding, and the subject later.
    #expect(troubles(script(1, binding: true, between: .ownerReleased(OwnerID(80)!))).isEmpty)
  }

  /// A binding whose bag goes `after` so many seconds. Somebody joins the relay that it feeds, and the relay goes.
  private func wrapper(after: Double = 0.0001, joins: Double = 1.0002, gone: Double = 1.0003) -> [String] {
    var script = TraceScript()
    let bind = script.subscribe("bind", "a.swift:5", traits: .root, at: 1)
    let fed = script.subscribe("feed", "a.swift:4", for: bind, at: 1)
    let bag = OwnerID(80)!
    script.add(.owner(bag, kind: .bag, type: "DisposeBag", site: nil), 1)
    script.add(.named(bind, owner: bag, label: nil), 1)
    script.add(.childAdded(bag, child: bind.rawValue, total: 1), 1)
    script.add(.ownerDisposed(bag, children: 1), 1 + after)
    script.dispose([bind, fed], .owner, at: 1 + after)
    script.add(.ownerReleased(bag), 1 + after)
    let root = script.subscribe("subscribe", "a.swift:9", traits: .root, at: joins)
    let member = script.subscribe(
      "relay", "a.swift:3", for: root, traits: [.source, .hot], joining: 900, at: joins)
    script.next([member, root], at: joins)
    script.add(.abandoned(source: 900), gone)
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 9.8)
    return troubles(script)
  }

  @Test func `A binding whose bag went as it was made, right before the subject, is named`() {
    #expect(
      wrapper() == [
        "source-gone bind 5: its bag went out of memory 0ms after it was begun, and relay 3 right behind, at 1000ms: nobody can "
          + "send to that any more; 1 subscription waits for nothing"
      ])
    #expect(wrapper(after: 0.002, joins: 1.0022, gone: 1.0023).isEmpty)
    #expect(wrapper(joins: 1).isEmpty)
    #expect(wrapper(gone: 1.3).isEmpty)
  }

  @Test func `Nothing is said of subscriptions that go with their subject, or that something else feeds`() {
    for script in [script(3, goes: false), script(3, end: 3.2), script(3, isFed: true)] {
      #expect(!script.findings(ended: 10).contains { $0.hasPrefix("source-gone") })
    }
  }
}
