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

  @Test func `One that was kept, few, another holder and a look at a subject are not told`() {
    #expect(troubles(kept: [2]).isEmpty)
    #expect(troubles(2).isEmpty)
    #expect(troubles(owner: .bag).isEmpty)
    #expect(troubles(of: "PublishSubject").isEmpty)
  }
}
