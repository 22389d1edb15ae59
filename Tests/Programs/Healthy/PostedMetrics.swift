// healthy: eighty subscriptions whose handles are let go at once
// says: A metric is posted and forgotten: its answer comes, or it fails for good, and either ends it.
// allows: nothing

import Signals

private struct ServerBusy: Error {}

private final class MetricsServer: Sendable {
  private let net = QueueScheduler("metrics")
  private let asked = Shared<[Int: Int]>([:])

  /// Busy the first time for every fourth metric, and always for every twentieth.
  func post(_ metric: Int) -> Signal<Int> {
    Signal<Int>.deferred { [self] in
      let times = asked.update {
        $0[metric, default: 0] += 1
        return $0[metric] ?? 0
      }
      return Signal<Int>.timer(after: .milliseconds(2 + metric % 11), on: net).map { _ in
        if metric % 20 == 19 || metric % 4 == 1 && times == 1 { throw ServerBusy() }
        return 202
      }
    }
  }
}

/// What the rest of the program calls, from wherever it is.
private final class Metrics: Sendable {
  private let server = MetricsServer()
  private let accepted = Shared(0)
  private let lost = Shared(0)

  func count(_ metric: Int) {
    let (accepted, lost) = (accepted, lost)
    _ = server.post(metric).retry(2).subscribe(
      next: { _ in accepted.update { $0 += 1 } }, error: { _ in lost.update { $0 += 1 } })
  }

  var report: String { "accepted \(accepted.value) lost \(lost.value)" }
}

enum PostedMetrics: LeakProgram {
  static func run() {
    let metrics = Metrics()
    for metric in 0..<80 {
      metrics.count(metric)
      pause(milliseconds: 5)
    }
    pause(milliseconds: 150)
    print(metrics.report)
  }
}
