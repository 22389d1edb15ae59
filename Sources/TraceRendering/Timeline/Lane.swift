import TraceAnalysis
import TraceFormat

/// One subscription's life in marble notation, a character a column:
///
///     ^---o---3---|      subscribed, one value, three values, completed
///     ^---o---!          disposed
///     ^---o---x---x-->   values after its subscriber was gone, alive at the end
///
/// Several lives in one lane show how many are alive where nothing else happens: `-` one, `=` two to nine,
/// `≡` more.
struct Lane: Sendable, Equatable {
  private(set) var cells: [Character]
  /// Where the life is, among the columns; nil where it is outside.
  private(set) var span: ClosedRange<Int>?
  /// How many lives each column has; empty where the lane draws one.
  private var living: [Int] = []

  init(_ life: Life, _ forest: Forest, _ scale: TimeScale) {
    cells = [Character](repeating: " ", count: scale.columns)
    let end = max(life.endedAt ?? forest.ended, life.subscribedAt)
    guard life.subscribedAt <= scale.end, end >= scale.start else { return }
    let span = scale.column(of: life.subscribedAt)...scale.column(of: end)
    self.span = span
    for column in span { cells[column] = "-" }
    for range in forest.lostRanges where range.upperBound >= scale.start && range.lowerBound <= scale.end {
      let lost = scale.column(of: range.lowerBound)...scale.column(of: range.upperBound)
      guard lost.overlaps(span) else { continue }
      for column in lost.clamped(to: span) { cells[column] = "?" }
    }
    setValues(of: life, scale)
    if life.subscribedAt >= scale.start, !life.wasAliveBefore, !life.isBeginningMissing {
      cells[span.lowerBound] = "^"
    }
    if let ended = life.endedAt {
      if ended <= scale.end { cells[span.upperBound] = Self.end(of: life) }
    } else if scale.end == forest.ended {
      cells[span.upperBound] = ">"
    }
  }

  /// Draws another life into the same lane: values add up, and whoever is alive is seen.
  mutating func formUnion(_ other: Lane) {
    guard let added = other.span else { return }
    if living.isEmpty { living = presence }
    for (column, count) in other.presence.enumerated() { living[column] += count }
    for column in added {
      cells[column] = Self.union(Self.one(cells[column]), Self.one(other.cells[column]))
    }
    for column in cells.indices where Self.one(cells[column]) == "-" {
      cells[column] = living[column] > 9 ? "≡" : living[column] > 1 ? "=" : "-"
    }
    span = span.map { min($0.lowerBound, added.lowerBound)...max($0.upperBound, added.upperBound) } ?? added
  }

  private var presence: [Int] {
    guard living.isEmpty else { return living }
    return cells.indices.map { span?.contains($0) == true ? 1 : 0 }
  }

  /// The sign without how many are meant by it.
  private static func one(_ sign: Character) -> Character { sign == "=" || sign == "≡" ? "-" : sign }

  /// The sign that tells more. An end among others that live on is not an end.
  private static func union(_ left: Character, _ right: Character) -> Character {
    if let one = count(left), let other = count(right) {
      return left == "x" || right == "x" ? "x" : values(one + other)
    }
    let rank: [Character] = [" ", "!", "|", "#", "^", "-", ">", "?"]
    return (rank.firstIndex(of: left) ?? rank.count) >= (rank.firstIndex(of: right) ?? rank.count)
      ? left : right
  }

  /// How many values a sign stands for; nil for one that stands for none.
  private static func count(_ sign: Character) -> UInt64? {
    switch sign {
    case "o", "x": 1
    case "*": 10
    default: sign.wholeNumberValue.map(UInt64.init)
    }
  }

  private static func end(of life: Life) -> Character {
    guard let ending = life.ending, ending.time <= life.disposal?.time ?? .max else { return "!" }
    return ending.kind == .error ? "#" : "|"
  }

  private mutating func setValues(of life: Life, _ scale: TimeScale) {
    var counts = [UInt64](repeating: 0, count: scale.columns)
    var isLate = [Bool](repeating: false, count: scale.columns)
    let half = life.activity.resolution / 2
    let late = life.lateness.flatMap { $0.reason == .downstreamGone ? $0.since : nil } ?? .max
    life.activity.forEach({ time, values in
      let (first, last) = (time - min(half, time), time + min(half, .max - time))
      guard let span, last >= scale.start, first <= scale.end else { return }
      // Values that are only known to lie between two moments are spread over what is between.
      let columns = (scale.column(of: first)...scale.column(of: last)).clamped(to: span)
      let count = UInt64(columns.count)
      for (index, column) in columns.enumerated() {
        let share = values * UInt64(index + 1) / count - values * UInt64(index) / count
        counts[column] += share
        if share > 0, time >= late { isLate[column] = true }
      }
    })
    for (column, count) in counts.enumerated() where count > 0 {
      cells[column] = isLate[column] ? "x" : Self.values(count)
    }
  }

  private static func values(_ count: UInt64) -> Character {
    switch count {
    case 1: "o"
    case 2...9: Character(String(count))
    default: "*"
    }
  }
}
