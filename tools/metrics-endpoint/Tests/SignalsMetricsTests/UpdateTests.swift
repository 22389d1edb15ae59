import Signals
import SignalsMetrics
import Testing

extension MetricsTests {
  @Suite("Updates") struct UpdateTests {
    @Test func `the numbers are there at once, and follow by themselves`() async throws {
      let ticker = PublishSubject<Int>()
      let first = ticker.subscribe(next: { _ in }, file: "Shop/Early.swift", line: 1)
      let shown = try Shown(every: .milliseconds(20))
      #expect(try shown.endpoint.samples().living["Shop/Early.swift:1 subscribe"] == 1)
      let second = ticker.subscribe(next: { _ in }, file: "Shop/Late.swift", line: 2)
      var isThere = false
      for _ in 0..<3000 where !isThere {
        try await Task.sleep(for: .milliseconds(20))
        isThere = try shown.endpoint.samples().living["Shop/Late.swift:2 subscribe"] == 1
      }
      #expect(isThere)
      first.dispose()
      second.dispose()
    }

    @Test func `after the end no series is left, and none comes back`() throws {
      let shown = try Shown()
      let handle = PublishSubject<Int>().subscribe()
      #expect(try shown.updated().names.count == 8)
      shown.metrics.stop()
      #expect(try shown.endpoint.text() == "")
      #expect(try shown.updated().values.isEmpty)
      shown.metrics.stop()
      handle.dispose()
    }

    @Test func `gauges are gauges, and counters are counters`() throws {
      let shown = try Shown()
      #expect(
        try shown.updated().kinds == [
          "signals_living": "gauge", "signals_ended_in_memory": "gauge", "signals_recording": "gauge",
          "signals_started_total": "counter", "signals_ended_total": "counter",
          "signals_records_written_total": "counter", "signals_records_given_up_total": "counter",
          "signals_records_lost_total": "counter",
        ])
    }

    @Test func `many threads may update and stop at a time`() async throws {
      let shown = try Shown()
      let metrics = shown.metrics
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<8 {
          group.addTask {
            for _ in 0..<50 { metrics.update() }
            if number == 7 { metrics.stop() }
          }
        }
      }
      #expect(try shown.endpoint.text() == "")
    }
  }
}
