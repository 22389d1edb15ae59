/// The difference between the events and a drawing, as a drawing of both.
///
///     the timeline differs at tick 5: b was expected, nothing came
///       expected  --a--b-|
///       actual    --a---b|
///                      ^
public struct TimelineDifference: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  /// Nil if both are the same.
  init?(of what: String, expected: [[MarbleMark]], actual: [[MarbleMark]], legend: [String] = []) {
    guard expected != actual else { return nil }
    var rows: [MarbleRow] = []
    var first: (time: Duration, words: String)?
    for index in 0..<max(expected.count, actual.count) {
      let wanted = index < expected.count ? expected[index] : nil
      let seen = index < actual.count ? actual[index] : nil
      let number = max(expected.count, actual.count) > 1 ? " \(index + 1)" : ""
      rows.append(MarbleRow("expected" + number, wanted ?? []))
      rows.append(MarbleRow("actual" + number, seen ?? []))
      if first == nil, let found = Self.firstDifference(wanted ?? [], seen ?? []) { first = found }
    }
    let drawing = MarbleDrawing(rows)
    var lines = ["\(what) differs"]
    if let first {
      lines[0] += " at \(Self.name(of: first.time)): \(first.words)"
      lines += drawing.lines.map { "  " + $0 }
      if let column = drawing.column(of: first.time) {
        let label = rows.map(\.label.count).max() ?? 0
        lines.append(String(repeating: " ", count: 2 + label + 2 + column) + "^")
      }
    } else {
      lines += drawing.lines.map { "  " + $0 }
    }
    if drawing.scale > 1 { lines.append("  a tick is drawn \(drawing.scale) characters wide") }
    lines += legend.map { "  " + $0 }
    description = lines.joined(separator: "\n")
  }

  /// A drawing that cannot be read cannot be compared either.
  init(_ problem: MarbleError) { description = problem.description }

  private static func name(of time: Duration) -> String {
    time.tick.isExact ? "tick \(time.tick.number)" : time.inMilliseconds
  }

  private static func firstDifference(
    _ expected: [MarbleMark], _ actual: [MarbleMark]
  ) -> (time: Duration, words: String)? {
    for index in 0..<max(expected.count, actual.count) {
      let wanted = index < expected.count ? expected[index] : nil
      let seen = index < actual.count ? actual[index] : nil
      if wanted == seen { continue }
      guard let wanted else { return seen.map { ($0.time, "nothing was expected, \($0.symbol) came") } }
      guard let seen else { return (wanted.time, "\(wanted.symbol) was expected, nothing came") }
      if wanted.time == seen.time {
        return (wanted.time, "\(wanted.symbol) was expected, \(seen.symbol) came")
      }
      return wanted.time < seen.time
        ? (wanted.time, "\(wanted.symbol) was expected, nothing came")
        : (seen.time, "nothing was expected, \(seen.symbol) came")
    }
    return nil
  }
}

extension TestSubscriber where Value: Equatable {
  /// The difference between the events that arrived and a drawing; nil if there is none.
  ///
  /// - Parameters:
  ///   - expected: the drawing.
  ///   - values: the values of characters. Any other character stands for a value with this character as its
  ///     description.
  ///     Any error is a `#`.
  public func difference(
    from expected: Timeline, values: [Character: Value] = [:]
  ) -> TimelineDifference? {
    if let problem = expected.problem { return TimelineDifference(problem) }
    let names = values.sorted { $0.key < $1.key }
    let name: (Value) -> Character? = { value in names.first { $0.value == value }?.key }
    let wanted = expected.marks.map { mark in
      guard let value = values[mark.symbol], let symbol = name(value) else { return mark }
      return MarbleMark(time: mark.time, symbol: symbol)
    }
    let taken = Set(values.keys).union(wanted.map(\.symbol))
    let actual = DrawnValues(events, taken: taken, symbol: name)
    return TimelineDifference(
      of: "the timeline", expected: [wanted], actual: [actual.marks], legend: actual.legend)
  }
}

extension TestSignal {
  /// The difference between the subscriptions to this source and drawings of them, in the order of their
  /// beginnings; nil if there is none.
  public func difference(from expected: [SubscriptionInterval]) -> TimelineDifference? {
    if let problem = expected.lazy.compactMap(\.problem).first { return TimelineDifference(problem) }
    return TimelineDifference(
      of: expected.count == 1 && subscriptions.count < 2 ? "the subscription" : "the list of subscriptions",
      expected: expected.map(\.marks), actual: subscriptions.map(\.marks))
  }
}
