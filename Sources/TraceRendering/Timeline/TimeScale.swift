import Glibc
import TraceAnalysis
import TraceFormat

/// Gives each moment a column. Columns are equal and round over a part of the recording, or grow with the
/// distance from its beginning.
struct TimeScale: Sendable {
  /// Nanoseconds of `CLOCK_MONOTONIC`.
  let start: UInt64
  let end: UInt64
  /// Nanoseconds a column; on a logarithmic scale, the nanoseconds after which columns begin to grow.
  let step: UInt64
  let columns: Int
  let isLogarithmic: Bool
  /// Whether columns of the length that was asked for do not fit all of it.
  let isCut: Bool

  /// The part of the recording that the options ask for (all of it where they make no sense), in at most
  /// `room` columns.
  init(
    _ forest: Forest, from: UInt64?, to: UInt64?, room: Int, unit: UInt64? = nil, isLogarithmic: Bool = false
  ) {
    let length = forest.ended.since(forest.began)
    let first = from.map { min($0, length) } ?? 0
    let last = to.map { min($0, length) } ?? length
    let (low, high) = first < last ? (first, last) : (0, length)
    let (most, isAll) = unit.map { $0.multipliedReportingOverflow(by: UInt64(max(room - 1, 1))) } ?? (0, true)
    isCut = !isAll && high - low > most
    start = forest.began + low
    end = isCut ? start + most : forest.began + high
    // Below three decades there is nothing to compress.
    self.isLogarithmic = isLogarithmic && end - start >= 1000
    if self.isLogarithmic {
      step = Self.decade(below: (end - start) / 1000)
      columns = max(room, 2)
    } else {
      step = unit.map { max($0, 1) } ?? TimeUnit.roundStep(for: end - start, parts: max(room - 1, 1))
      columns = Int(clamping: (end - start) / step) + 1
    }
  }

  /// The column of a moment; those before and after the part are in the first and the last.
  func column(of time: UInt64) -> Int {
    guard time > start else { return 0 }
    let distance = min(time, end) - start
    guard isLogarithmic else { return Int(clamping: distance / step) }
    let (part, whole) = (log1p(Double(distance) / Double(step)), log1p(Double(end - start) / Double(step)))
    return min(Int(part / whole * Double(columns - 1)), columns - 1)
  }

  /// Every how many columns the axis of equal columns has a tick, so that a label fits between.
  var ticks: Int {
    for columns in [4, 5, 8, 10, 20, 25, 40, 50] {
      let (distance, overflow) = step.multipliedReportingOverflow(by: UInt64(columns))
      if columns >= 8, !overflow, TimeUnit.isRound(distance) { return columns }
    }
    return 10
  }

  /// The columns that have a tick, in their order: of a logarithmic scale the beginning and each decade.
  var tickColumns: [Int] {
    isLogarithmic ? decades.map(\.column) : Array(stride(from: 0, to: columns, by: ticks))
  }

  /// The label of a tick, without the unit.
  func label(at column: Int, _ unit: TimeUnit, since began: UInt64) -> String {
    let distance =
      isLogarithmic
      ? decades.first { $0.column == column }?.distance ?? 0 : UInt64(column) &* step
    var text = decimal((start - began) &+ distance, per: unit.nanoseconds, digits: isLogarithmic ? 6 : 3)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// `one column = 250 ms`.
  var words: String {
    isLogarithmic
      ? "logarithmic, from " + TimeUnit.short(step)
      : "one column = " + TimeUnit.short(step) + (isCut ? ", more with --from or --width" : "")
  }

  private var decades: [(column: Int, distance: UInt64)] {
    var decades: [(column: Int, distance: UInt64)] = [(0, 0)]
    var distance = step
    while distance <= end - start {
      let column = column(of: start + distance)
      if column > decades[decades.count - 1].column { decades.append((column, distance)) }
      let (next, overflow) = distance.multipliedReportingOverflow(by: 10)
      if overflow { break }
      distance = next
    }
    return decades
  }

  /// The largest power of ten that is not above `length`, at least 1.
  private static func decade(below length: UInt64) -> UInt64 {
    var decade: UInt64 = 1
    while decade <= length / 10 { decade *= 10 }
    return decade
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
