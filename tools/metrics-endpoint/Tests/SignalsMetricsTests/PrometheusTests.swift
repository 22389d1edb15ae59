import Signals
import SignalsMetrics
import Testing

extension MetricsTests {
  /// Debian's package `prometheus` has both programs.
  @Suite("Prometheus itself") struct PrometheusTests {
    static let hasTool = Program.path("promtool") != nil
    static let hasServer = Program.path("prometheus") != nil

    @Test(.enabled(if: hasTool, "there is no promtool"))
    func `promtool reads the text, and finds nothing but explanations missing`() throws {
      let text = try Shown().text()
      let answer = try Program.run("promtool", ["check", "metrics"], input: text)
      // 3: it has remarks.
      #expect(answer.status == 3, "\(answer.output)")
      let remarks = answer.output.split(separator: "\n")
      #expect(remarks.count == 8)
      for remark in remarks { #expect(remark.hasSuffix("no help text")) }
    }

    @Test(.enabled(if: hasTool, "there is no promtool"))
    func `alerts are raised by what grows and by what is lost, and by nothing else`() throws {
      let answer = try Program.run("promtool", ["test", "rules", UserFiles.alertTests])
      #expect(answer.status == 0, "\(answer.output)")
    }

    @Test(.enabled(if: hasServer, "there is no prometheus"), .timeLimit(.minutes(1)))
    func `a server scrapes the metrics, and understands the alerts and the dashboard`() async throws {
      let ticker = PublishSubject<Int>()
      let handles = (0..<3).map { _ in ticker.subscribe(next: { _ in }, file: "Shop/Till.swift", line: 4) }
      let shown = try Shown()
      let server = try Prometheus(scraping: shown.endpoint)
      let series = #"signals_living{job="app",site="Shop/Till.swift:4",operator="subscribe"} == 3"#
      while try server.query(series)?.data?.result.count != 1 {
        try await Task.sleep(for: .milliseconds(100))
      }
      while try server.rules().map(\.health) != ["ok", "ok", "ok"] {
        try await Task.sleep(for: .milliseconds(100))
      }
      for expression in try UserFiles.expressions() {
        let question = expression.replacing("$__rate_interval", with: "1m").replacing("$job", with: "app")
          .replacing("$instance", with: ".*")
        let answer = try #require(try server.query(question))
        #expect(answer.status == "success", "\(expression): \(answer.error ?? "")")
      }
      for handle in handles { handle.dispose() }
      shown.metrics.stop()
    }
  }
}
