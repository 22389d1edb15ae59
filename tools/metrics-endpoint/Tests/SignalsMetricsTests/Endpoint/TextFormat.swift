import CoreMetrics
import Synchronization

/// A backend of swift-metrics that prints what it was told in the text format of Prometheus.
final class TextFormat: MetricsFactory {
  struct Series: Hashable, Sendable {
    let name: String
    let labels: String
  }

  enum Kind: String { case counter, gauge }

  private let values = Mutex<[Series: Value]>([:])

  /// One series: the number that it has now.
  final class Value: CounterHandler, RecorderHandler {
    let series: Series
    let kind: Kind
    private let number = Mutex<Double>(0)

    init(_ series: Series, _ kind: Kind) {
      self.series = series
      self.kind = kind
    }

    var current: Double { number.withLock { $0 } }
    func increment(by amount: Int64) { number.withLock { $0 += Double(amount) } }
    func reset() { number.withLock { $0 = 0 } }
    func record(_ value: Int64) { record(Double(value)) }
    func record(_ value: Double) { number.withLock { $0 = value } }
  }

  private func make(_ name: String, _ dimensions: [(String, String)], _ kind: Kind) -> Value {
    let labels = dimensions.map { "\($0)=\"\(Self.escaped($1))\"" }.joined(separator: ",")
    let series = Series(name: name, labels: labels.isEmpty ? "" : "{\(labels)}")
    return values.withLock { values in
      let value = values[series] ?? Value(series, kind)
      values[series] = value
      return value
    }
  }

  private func remove(_ value: Value?) {
    guard let value else { return }
    values.withLock { $0[value.series] = nil }
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "\\": "\\\\"
      case "\"": "\\\""
      case "\n": "\\n"
      default: String(character)
      }
    }.joined()
  }

  /// All series, those of one name together.
  var text: String {
    let all = values.withLock { Array($0.values) }
    var lines: [String] = []
    for (name, values) in Dictionary(grouping: all, by: \.series.name).sorted(by: { $0.key < $1.key }) {
      lines.append("# TYPE \(name) \(values[0].kind.rawValue)")
      lines += values.map { "\($0.series.name)\($0.series.labels) \($0.current)" }.sorted()
    }
    return lines.map { $0 + "\n" }.joined()
  }

  // MARK: - What swift-metrics asks for

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    make(label, dimensions, .counter)
  }
  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    make(label, dimensions, .gauge)
  }
  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    NOOPMetricsHandler.instance
  }
  func destroyCounter(_ handler: any CounterHandler) { remove(handler as? Value) }
  func destroyRecorder(_ handler: any RecorderHandler) { remove(handler as? Value) }
  func destroyTimer(_ handler: any TimerHandler) {}
}
