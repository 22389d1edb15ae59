import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// Subscribers that have their answer and wait for an end that cannot come.
struct AwaitedEndTests {
  private static let relay: SiteTraits = [.source, .hot, .endless]

  /// So many screens, one each second; each has an answer half a second later. A bag holds them, and goes as the program ends.
  private func troubles(
    _ screens: Int, values: Int = 1, root traits: SiteTraits = .root, source: SiteTraits = relay,
    through map: String = "map", by operation: String = "flatMap", isHeld: Bool = true,
    innerEnds: Bool = true, firstLeaves: Bool = false
  ) -> [String] {
    var script = TraceScript()
    var paths: [[SubscriptionID]] = []
    let bag = OwnerID(900)!
    for screen in 0..<screens {
      let time = 1 + Double(screen)
      let root = script.subscribe("subscribe", "a.swift:9", traits: traits, at: time)
      let flat = script.subscribe(operation, "a.swift:8", for: root, at: time)
      let step = script.subscribe(map, "a.swift:7", for: flat, at: time)
      let picks = script.subscribe("picks", "a.swift:6", for: step, traits: source, at: time)
      paths.append([root, flat, step, picks])
      if isHeld {
        script.add(.named(root, owner: bag, label: nil), time)
        script.add(.childAdded(bag, child: root.rawValue, total: UInt64(screen + 1)), time)
      }
      for value in 0..<values {
        let now = time + 0.2 + Double(value) / 10
        script.next([picks, step], at: now)
        let inner = script.subscribe(
          "work", "a.swift:5", for: flat, as: .inner, number: UInt32(value + 1), at: now)
        script.next([inner, flat, root], at: now + 0.05)
        if innerEnds { script.complete([inner], at: now + 0.05) }
      }
    }
    if firstLeaves, let first = paths.first { script.dispose(first, .explicit, at: 6) }
    script.next([script.subscribe("subscribe", "main.swift:1", at: 8)], at: 9)
    for path in paths.dropFirst(firstLeaves ? 1 : 0) { script.dispose(path, .owner, at: 9.99) }
    return script.findings(ended: 10).filter { $0.hasPrefix("awaited-end") }
  }

  @Test func `The operator above the subscribers is named, and the source without an end`() {
    #expect(
      troubles(3) == [
        "awaited-end flatMap 8: its 3 subscribers had a value each and hear their end, which cannot come by itself: the inner"
          + " signals completed, and picks 6 never does"
      ])
    #expect(troubles(2).isEmpty)
  }

  @Test func `Nothing is said of subscribers that hear no end, that nobody holds, or if one has left`() {
    #expect(troubles(3, root: [.root, .unheardEnd]).isEmpty)
    #expect(troubles(3, isHeld: false).isEmpty)
    #expect(troubles(3, firstLeaves: true).isEmpty)
  }

  @Test func `Nothing is said of a stream, of an answer that goes on, and of a chain without one`() {
    #expect(troubles(3, values: 2).isEmpty)
    #expect(troubles(3, innerEnds: false).isEmpty)
    #expect(troubles(3, by: "map").isEmpty)
  }

  @Test func `Nothing is said of a source that can end, or that is stopped early`() {
    #expect(troubles(3, source: [.source, .hot]).isEmpty)
    #expect(troubles(3, source: [.source, .timer, .endless]).isEmpty)
    #expect(troubles(3, through: "take").isEmpty)
  }
}
