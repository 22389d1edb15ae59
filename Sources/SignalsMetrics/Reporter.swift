#if Metrics
  import CoreMetrics
  import SignalTracing

  /// The metrics of this process, and the numbers that they were told last. One thread at a time uses it.
  struct Reporter: Sendable {
    private let factory: any MetricsFactory
    private let most: Int
    private var lives = LifeCounter()

    private var living: [SiteLabel: Gauge] = [:]
    private let other: Gauge
    private let endedInMemory: Gauge
    private let isRecording: Gauge
    private var started: Total
    private var ended: Total
    private var written: Total
    private var givenUp: Total
    private var lost: Total

    init(most: Int, factory: any MetricsFactory) {
      self.factory = factory
      self.most = most
      other = Self.gauge(.other, factory)
      endedInMemory = Gauge(label: "signals_ended_in_memory", factory: factory)
      isRecording = Gauge(label: "signals_recording", factory: factory)
      started = Total("signals_started_total", factory)
      ended = Total("signals_ended_total", factory)
      written = Total("signals_records_written_total", factory)
      givenUp = Total("signals_records_given_up_total", factory)
      lost = Total("signals_records_lost_total", factory)
    }

    private static func gauge(_ label: SiteLabel, _ factory: any MetricsFactory) -> Gauge {
      Gauge(label: "signals_living", dimensions: label.dimensions, factory: factory)
    }

    mutating func report() {
      let counts = lives.count()
      let top = TopSites(of: counts.living, most: most) { living[$0] != nil }
      for (label, gauge) in living where top.counts[label] == nil {
        Self.remove(gauge)
        living[label] = nil
      }
      for (label, count) in top.counts {
        let gauge = living[label] ?? Self.gauge(label, factory)
        living[label] = gauge
        gauge.record(count)
      }
      other.record(top.rest)
      endedInMemory.record(counts.endedInMemory)
      started.reach(counts.started)
      ended.reach(counts.ended)

      let records = RecordTally.now
      isRecording.record(TraceRecording.isRecording ? 1 : 0)
      written.reach(records.written)
      givenUp.reach(records.givenUp)
      lost.reach(records.lost)
    }

    /// Removes all metrics.
    func end() {
      for gauge in [other, endedInMemory, isRecording] + living.values { Self.remove(gauge) }
      for total in [started, ended, written, givenUp, lost] { total.counter.destroy() }
    }

    /// A backend that keeps the last value of a gauge for ever keeps 0.
    private static func remove(_ gauge: Gauge) {
      gauge.record(0)
      gauge.destroy()
    }
  }

  /// A counter that is told totals.
  private struct Total: Sendable {
    let counter: Counter
    private var told: UInt64 = 0

    init(_ name: String, _ factory: any MetricsFactory) { counter = Counter(label: name, factory: factory) }

    mutating func reach(_ total: UInt64) {
      guard total > told else { return }
      counter.increment(by: total - told)
      told = total
    }
  }
#endif
