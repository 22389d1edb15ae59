import TraceAnalysis

/// Which moment is in which column: equal, round columns over a part of the recording.
struct TimeScale: Sendable {
  /// Nanoseconds of `CLOCK_MONOTONIC`.
  let start: UInt64
  let end: UInt64
  /// Nanoseconds a column.
  let step: UInt64
  let columns: Int

  /// The part of the recording that the options ask for (all of it where they make no sense), in at most `room`
  /// columns.
  init(_ forest: Forest, from: UInt64?, to: UInt64?, room: Int) {
    let length = forest.ended > forest.began ? forest.ended - forest.began : 0
    let first = from.map { min($0, length) } ?? 0
    let last = to.map { min($0, length) } ?? length
    let (low, high) = first < last ? (first, last) : (0, length)
    start = forest.began + low
    end = forest.began + high
    step = TimeUnit.roundStep(for: end - start, parts: max(room - 1, 1))
    columns = Int(clamping: (end - start) / step) + 1
  }

  /// The column of a moment; those before and after the part are in the first and the last.
  func column(of time: UInt64) -> Int {
    time <= start ? 0 : Int(clamping: (min(time, end) - start) / step)
  }

  /// Every how many columns the axis has a tick, so that a label fits between.
  var ticks: Int {
    for columns in [4, 5, 8, 10, 20, 25, 40, 50] {
      let (distance, overflow) = step.multipliedReportingOverflow(by: UInt64(columns))
      if columns >= 8, !overflow, TimeUnit.isRound(distance) { return columns }
    }
    return 10
  }

  /// The label of a tick, without the unit.
  func label(at column: Int, _ unit: TimeUnit, since began: UInt64) -> String {
    let time = (start - began) &+ UInt64(column) &* step
    var text = decimal(time, per: unit.nanoseconds, digits: 3)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

extension TimeUnit {
  /// Whether it is 1, 2, 2.5 or 5 times a power of ten nanoseconds.
  static func isRound(_ duration: UInt64) -> Bool {
    var rest = duration
    while rest > 99, rest % 10 == 0 { rest /= 10 }
    return [1, 2, 5, 10, 20, 25, 50].contains(rest)
  }
}
