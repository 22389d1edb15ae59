import SignalTracing
import Signals
import SignalsMetrics
import Testing
import TraceFormat

extension MetricsTests {
  @Suite("The living, by site") struct LivingTests {
    let ticker = PublishSubject<Int>()

    /// As many subscriptions as the number of the line says.
    private func subscribe(line: UInt32) -> [Subscription] {
      (0..<line).map { _ in ticker.subscribe(next: { _ in }, file: "Shop/Cart.swift", line: line) }
    }

    @Test func `the sites with the most have their own gauges, and the rest is summed`() throws {
      let shown = try Shown(top: 4)
      let handles = (1...30).flatMap { subscribe(line: $0) }
      let living = try shown.updated().living
      #expect(living.count == 5)
      #expect(living["Shop/Cart.swift:30 subscribe"] == 30)
      #expect(living["Shop/Cart.swift:29 subscribe"] == 29)
      #expect(living["Shop/Cart.swift:28 subscribe"] == 28)
      // Each of the 465 has its subject as its source.
      #expect(living.values.contains(465))
      #expect(living["other other"] == 465 - 30 - 29 - 28)
      for handle in handles { handle.dispose() }
    }

    @Test func `a site that is not among the first any more has no gauge, and comes back with one`() throws {
      let shown = try Shown(top: 3)
      let handles = (10...12).map { subscribe(line: $0) }
      #expect(try shown.updated().living["Shop/Cart.swift:12 subscribe"] == 12)
      for handle in handles[2] { handle.dispose() }
      let without = try shown.updated().living
      #expect(without["Shop/Cart.swift:12 subscribe"] == nil)
      #expect(without["Shop/Cart.swift:10 subscribe"] == 10)
      let again = subscribe(line: 12)
      #expect(try shown.updated().living["Shop/Cart.swift:12 subscribe"] == 12)
      for handle in handles.joined() + again { handle.dispose() }
      #expect(try shown.updated().living == ["other other": 0])
    }

    @Test func `of equal sites the one that is shown stays`() throws {
      let shown = try Shown(top: 2)
      let late = ticker.subscribe(next: { _ in }, file: "Shop/Z.swift", line: 1)
      #expect(try shown.updated().living["Shop/Z.swift:1 subscribe"] == 1)
      let early = ticker.subscribe(next: { _ in }, file: "Shop/A.swift", line: 1)
      let both = try shown.updated().living
      #expect(both["Shop/Z.swift:1 subscribe"] == 1)
      #expect(both["Shop/A.swift:1 subscribe"] == nil)
      late.dispose()
      early.dispose()
    }

    @Test func `names that are made at run time never make more series than were asked for`() throws {
      let shown = try Shown(top: 7)
      for round in 0..<20 {
        let made = (0..<50).map { number in
          TracedSubscription(
            site: CallSite(interning: "job \(round).\(number)", file: "Jobs.swift", line: 1), downstream: nil,
            role: Role(.source))
        }
        let living = try shown.updated().living
        #expect(living.count == 8)
        #expect(living["other other"] == 43)
        for subscription in made { subscription.end() }
      }
    }

    @Test func `a name with signs of the text format stays one label`() throws {
      let shown = try Shown()
      let odd = TracedSubscription(
        site: CallSite(interning: "say \"no\"\\\n} 1", file: "Odd.swift", line: 3), downstream: nil,
        role: Role(.source))
      #expect(try shown.updated().living["Odd.swift:3 say \\\"no\\\"\\\\\\n} 1"] == 1)
      odd.end()
    }

    @Test func `beginnings and ends are counted, also of what never lived at an update`() throws {
      let shown = try Shown()
      let before = try shown.updated()
      let kept = subscribe(line: 5)
      for _ in 0..<1000 { Signal.just(1).subscribe().dispose() }
      let after = try shown.updated()
      #expect(try after.growth(of: "signals_started_total", since: before) == 2010)
      #expect(try after.growth(of: "signals_ended_total", since: before) == 2000)
      for handle in kept { handle.dispose() }
      #expect(try shown.updated()["signals_started_total"] == after["signals_started_total"])
    }

    @Test func `what a cycle keeps after its end is no living subscription, but in memory`() throws {
      final class Screen: @unchecked Sendable {
        // Used by the test's thread alone.
        var subscriber: Subscriber<Int>?
      }
      let shown = try Shown()
      let screen = Screen()
      let signal = Signal<Int>.create { subscriber in
        screen.subscriber = subscriber
        return nil
      }
      let handle = signal.subscribe()
      #expect(try shown.updated().living.values.reduce(0, +) == 2)
      handle.dispose()
      let kept = try shown.updated()
      #expect(kept.living == ["other other": 0])
      #expect(kept["signals_ended_in_memory"] == 2)
      screen.subscriber = nil
      #expect(try shown.updated()["signals_ended_in_memory"] == 0)
    }
  }
}
