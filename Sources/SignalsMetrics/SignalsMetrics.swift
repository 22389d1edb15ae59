#if Metrics
  public import CoreMetrics
  import SignalTracing

  /// Tells swift-metrics how many subscriptions of this process live, where they are from, and how many
  /// records its recorder has lost.
  ///
  ///     MetricsSystem.bootstrap(factory)
  ///     SignalsMetrics.start(every: .seconds(10), top: 20)
  ///
  /// The numbers come from the table of living subscriptions, which every process keeps: no subscription and
  /// no value costs more. An update reads the table on one thread, without a lock and without a stop of the
  /// program. It takes less than 0.1 µs for each subscription of the largest number that ever lived at once.
  ///
  /// - `signals_living`: the living subscriptions of an `operator` at a call `site`. The sites with the most
  ///   have a gauge each; all others are summed as `site` `other`. A site that falls out of the first ones
  ///   loses its gauge.
  /// - `signals_ended_in_memory`: the subscriptions that have ended, and that something still refers to.
  /// - `signals_started_total`, `signals_ended_total`: the subscriptions that have begun and ended since the
  ///   start of the metrics. Both count the subscriptions of that moment, too: the difference is the number
  ///   of all that live.
  /// - `signals_recording`: 1 while the process is recorded, else 0.
  /// - `signals_records_written_total`, `signals_records_given_up_total`, `signals_records_lost_total`: the
  ///   records of all recordings of the process. Records are given up when the file has reached its maximum
  ///   size. They are lost when the disk takes no more, or not in time.
  public final class SignalsMetrics: Sendable {
    private struct State {
      /// Nil while a thread updates the metrics, and after the end.
      var reporter: Reporter?
      var updates: Task<Void, Never>?
      var isOver = false
    }

    private let state: Lock<State>

    private init(_ reporter: Reporter) { state = Lock(State(reporter: reporter)) }

    /// Updates the metrics now, and then again and again until ``stop()`` or the end of the process.
    ///
    /// Start once, after `MetricsSystem.bootstrap`: two at a time would write to the same gauges. A forked
    /// child starts anew.
    ///
    /// - Parameters:
    ///   - interval: the time between two updates, more than zero. A scrape shows the numbers of the last.
    ///   - count: how many call sites have a gauge of their own at most, not less than 0.
    ///   - factory: the backend, as `MetricsSystem.factory`.
    @discardableResult
    public static func start(
      every interval: Duration = .seconds(10), top count: Int = 20,
      factory: any MetricsFactory = MetricsSystem.factory
    ) -> SignalsMetrics {
      precondition(interval > .zero, "SignalsMetrics.start(every: \(interval)): must be more than zero")
      precondition(count >= 0, "SignalsMetrics.start(top: \(count)): must not be less than 0")
      let metrics = SignalsMetrics(Reporter(most: count, factory: factory))
      metrics.update()
      let updates = Task.detached(priority: .utility) {
        while (try? await Task.sleep(for: interval)) != nil { metrics.update() }
      }
      metrics.state.withLock { $0.updates = updates }
      return metrics
    }

    /// Updates all metrics now, as before a scrape. Does nothing while another thread updates them, and after
    /// ``stop()``.
    public func update() {
      guard var reporter = state.withLock({ $0.reporter.take() }) else { return }
      reporter.report()
      let isOver = giveBack(reporter)
      if isOver { reporter.end() }
    }

    /// Whether the metrics have been stopped meanwhile.
    private func giveBack(_ reporter: Reporter) -> Bool {
      state.withLock { state in
        if !state.isOver { state.reporter = reporter }
        return state.isOver
      }
    }

    /// Ends the updates, sets the gauges to 0 and destroys all metrics.
    public func stop() {
      let (updates, reporter) = state.withLock { state in
        state.isOver = true
        return (state.updates.take(), state.reporter.take())
      }
      updates?.cancel()
      reporter?.end()
    }
  }
#endif
