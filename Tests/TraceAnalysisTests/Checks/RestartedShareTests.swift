import Testing
import TraceAnalysis
import TraceFixtures
import TraceFormat

/// `share(replay:)` of work that completes: it begins anew for each later subscriber.
struct RestartedShareTests {
  private static let closure: SiteTraits = [.source, .subscribesInUserCode]

  /// A subscriber for each of `values`, one after the other. Each has a connection of its own, whose source sends so many
  /// values and ends half a second later.
  private func shared(
    _ values: [Int], by name: String = "share(replay:)", of traits: SiteTraits = closure,
    every distance: Double = 1, isOneSignal: Bool = true, fails: Bool = false, isJoinedTwice: Bool = false
  ) -> [String] {
    var script = TraceScript()
    var first: SubscriptionID?
    for (number, count) in values.enumerated() {
      let time = 1 + distance * Double(number)
      let connection = UInt64(number + 1)
      let root = script.subscribe("subscribe", "a.swift:20", at: time)
      let share = script.subscribe(name, "a.swift:3", for: root, traits: .countedShare, at: time)
      script.add(.joined(share, connection: connection), time)
      let source = script.subscribe("work", "a.swift:2", for: share, as: .shared, traits: traits, at: time)
      if let first, isOneSignal { script.add(.subscribedAgain(source, first: first), time) }
      first = first ?? source
      script.add(.connected(connection: connection, source: source, subscribers: 1), time)
      if isJoinedTwice {
        let other = script.subscribe("subscribe", "a.swift:21", at: time)
        let second = script.subscribe(name, "a.swift:3", for: other, traits: .countedShare, at: time)
        script.add(.joined(second, connection: connection), time)
      }
      for _ in 0..<count { script.next([source, share, root], at: time + 0.1) }
      if fails {
        script.fail([source, share, root], "no", at: time + 0.5)
      } else {
        script.complete([source, share, root], at: time + 0.5)
      }
    }
    return script.findings(ended: 10).filter { $0.hasPrefix("restarted-share") }
  }

  @Test func `Work that was done anew for each of three, with one outcome, is told`() {
    #expect(
      shared([2, 2, 2]) == [
        "restarted-share share(replay:) 3: began work 2 anew 3 times: it had completed each time, and each connection had"
          + " one subscriber; if one answer is for all, scope: .forever keeps it"
      ])
    #expect(shared([2, 2]).isEmpty)
  }

  @Test func `What differs, brings nothing, fails, or is begun beside the last is meant`() {
    #expect(shared([2, 2, 3]).isEmpty)
    #expect(shared([0, 0, 0]).isEmpty)
    #expect(shared([2, 2, 2], fails: true).isEmpty)
    #expect(shared([2, 2, 2], every: 0.3).isEmpty)
  }

  @Test func `A share without replay, one that was used, and signals of their own are not told`() {
    #expect(shared([2, 2, 2], by: "share").isEmpty)
    #expect(shared([2, 2, 2], isJoinedTwice: true).isEmpty)
    #expect(shared([2, 2, 2], isOneSignal: false).isEmpty)
    #expect(shared([2, 2, 2], of: [.source, .timer]).isEmpty)
  }
}
