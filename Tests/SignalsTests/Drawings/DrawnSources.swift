import Signals
import SignalsTesting
import Testing

/// The rows of a drawing as sources in virtual time, by their labels.
struct DrawnSources: Sendable {
  let scheduler = TestScheduler()
  private let drawing: CommentDrawing
  private let asksSubscriptions: Bool
  private let sources: [String: TestSignal<String>]

  init(_ drawing: CommentDrawing, inputs: Int, asksSubscriptions: Bool = true) {
    self.drawing = drawing
    self.asksSubscriptions = asksSubscriptions
    var sources: [String: TestSignal<String>] = [:]
    for row in drawing.rows.prefix(inputs) {
      let timeline = Timeline(stringLiteral: row.marbles)
      let letters = Set(row.marbles)
      let values = Dictionary(uniqueKeysWithValues: letters.map { ($0, drawing.legend[$0] ?? String($0)) })
      sources[row.label] = scheduler.cold(timeline, values: values)
    }
    self.sources = sources
  }

  /// The source of this label: each character is a value.
  subscript(_ label: String) -> Signal<String> {
    sources[label]?.signal ?? .fail(Absent(label: label))
  }

  /// The same, of numbers.
  func numbers(_ label: String) -> Signal<Int> { self[label].compactMap { Int($0) } }

  /// The same, of `t` and `f`.
  func bools(_ label: String) -> Signal<Bool> { self[label].map { $0 == "t" } }

  /// Expects what is drawn: the output, and for each source when it was subscribed to.
  func expect(_ output: Signal<String>) {
    let heard = scheduler.start(until: .ticks(60)) { output }
    guard let last = drawing.rows.last else { return }
    let drawn = String(repeating: "-", count: last.start) + last.marbles
    expectTimeline(heard, Timeline(stringLiteral: drawn), values: drawing.legend, "\(drawing.key)")
    for row in drawing.rows where asksSubscriptions {
      guard let source = sources[row.label] else { continue }
      let starts = source.subscriptions.map(\.subscribed)
      #expect(starts == [.ticks(row.start)], "\(drawing.key): when \(row.label) is subscribed to")
    }
  }

  private struct Absent: Error { let label: String }
}

extension Signal {
  /// The values as they describe themselves.
  var text: Signal<String> { map { "\($0)" } }
}

extension Signal where Value == Bool {
  /// `t` and `f`.
  var letters: Signal<String> { map { $0 ? "t" : "f" } }
}
