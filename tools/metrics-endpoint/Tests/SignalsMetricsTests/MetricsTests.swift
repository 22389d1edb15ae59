import SignalsMetrics
import Testing

/// One test after the other: each reads the numbers of the whole process.
@Suite(.serialized) enum MetricsTests {}

/// Metrics, updated when a test says so, and an endpoint that shows them.
final class Shown {
  let metrics: SignalsMetrics
  let endpoint: Endpoint

  init(every interval: Duration = .seconds(3600), top: Int = 20) throws {
    let backend = TextFormat()
    endpoint = try Endpoint(backend)
    metrics = .start(every: interval, top: top, factory: backend)
  }

  deinit { metrics.stop() }

  /// The text that a scrape gets after an update.
  func text() throws -> String {
    metrics.update()
    return try endpoint.text()
  }

  /// The content of that text.
  func updated() throws -> Samples {
    let samples = Samples(try text())
    #expect(samples.faults == [])
    return samples
  }
}
