import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Handles that are locals.
struct EndedWithItsScopeTests {
  /// Requests, one a second; those of `kept` live until their value.
  private func troubles(
    _ count: Int = 4, kept: Set<Int> = [], of source: String = "create", owner kind: OwnerKind = .scoped
  ) -> [String] {
    var script = TraceScript()
    for number in 0..<count {
      let time = 1 + Double(number)
      let root = script.subscribe("subscribe", "a.swift:2", at: time)
      let upstream = script.subscribe(source, "a.swift:1", for: root, at: time)
      let owner = OwnerID(UInt64(100 + number))!
      script.add(.owner(owner, kind: kind, type: "ScopedDisposable", site: nil), time)
      script.add(.named(root, owner: owner, label: nil), time)
      script.add(.childAdded(owner, child: root.rawValue, total: 1), time)
      if kept.contains(number) { script.next([upstream, root], at: time + 0.2) }
      script.dispose([root, upstream], .deinitialized, at: time + (kept.contains(number) ? 0.3 : 0.0002))
    }
    let other = script.subscribe("subscribe", "main.swift:1", at: 9.5)
    script.next([other], at: 9.6)
    return script.troubles(ended: 10).filter { $0.hasPrefix("ended-with-its-scope") }
  }

  @Test func `Each that ends as its function does is told`() {
    #expect(
      troubles() == [
        "ended-with-its-scope subscribe 2: all 4 ended as they began: the handle of each went out of memory before a "
          + "value came"
      ])
  }

  /// Subscriptions, each in a bag that goes `after` so many seconds. Then the subject sends so many values to somebody else, or
  /// to nobody.
  private func bags(
    _ count: Int = 1, after: Double = 0.0002, sends values: Int = 4, isHeard: Bool = true, hot: Bool = true,
    calls: Bool = false, thread: UInt32 = 1, had: Bool = false, hears: Bool = false,
    keeps last: Bool = false
  ) -> [String] {
    var script = TraceScript()
    let traits: SiteTraits = hot ? [.source, .hot] : [.source, .subscribesInUserCode]
    for number in 0..<count {
      let time = 1 + Double(number) / 10
      let root = script.subscribe("subscribe", "a.swift:2", at: time)
      let source = script.subscribe(
        "source", "a.swift:1", for: root, traits: traits, joining: hot ? 900 : nil, at: time)
      if had { script.next([source, root], at: time) }
      if hears { script.next([source], at: time) }
      let bag = OwnerID(UInt64(100 + number))!
      script.add(.owner(bag, kind: .bag, type: "DisposeBag", site: nil), time)
      script.add(.named(root, owner: bag, label: nil), time)
      script.add(.childAdded(bag, child: root.rawValue, total: 1), time)
      if last, number == count - 1 { break }
      let site = Site(operatorName: "dispose", file: "feedd/a.swift", line: 5)
      if calls { script.add(.called(.dispose, id: bag.rawValue, site: site), time + after, thread) }
      script.add(.ownerDisposed(bag, children: 1), time + after, thread)
      script.dispose([root, source], .owner, at: time + after, thread: thread)
      script.add(.ownerReleased(bag), time + after, thread)
    }
    let other = script.subscribe("subscribe", "a.swift:7", at: 3)
    let same = script.subscribe(
      "source", "a.swift:1", for: other, traits: traits, joining: isHeard ? 900 : nil, at: 3)
    for value in 0..<values {
      if isHeard {
        script.next([same, other], at: 4 + Double(value))
      } else {
        script.add(.unheard(source: 900, within: nil, count: UInt64(value + 1), ended: 0), 4 + Double(value))
      }
    }
    script.next([script.subscribe("subscribe", "main.swift:1", at: 9.5)], at: 9.6)
    return script.troubles(ended: 10).filter { $0.hasPrefix("ended-with-its-scope") }
  }

  @Test func `One in a bag that nobody kept is told, if its subject goes on`() {
    let told = [
      "ended-with-its-scope subscribe 2: ended as it began: its bag went out of memory before a value came; source 1 has sent "
        + "4 values since"
    ]
    #expect(bags() == told)
    #expect(bags(isHeard: false) == told)
    #expect(bags(3, hot: false).count == 1)
  }

  @Test
  func `A look at a subject, a bag that was disposed or lived for a while, and one of many are not told`() {
    #expect(bags(sends: 2).isEmpty)
    #expect(bags(had: true).isEmpty)
    #expect(bags(hears: true).isEmpty)
    #expect(bags(calls: true).isEmpty)
    #expect(bags(after: 0.002).isEmpty)
    #expect(bags(thread: 2).isEmpty)
    #expect(bags(2, hot: false).isEmpty)
    #expect(bags(3, keeps: true).isEmpty)
  }

  @Test func `One that was kept, few, another holder and a look at a subject are not told`() {
    #expect(troubles(kept: [2]).isEmpty)
    #expect(troubles(2).isEmpty)
    #expect(troubles(owner: .bag).isEmpty)
    #expect(troubles(of: "PublishSubject").isEmpty)
  }
}
