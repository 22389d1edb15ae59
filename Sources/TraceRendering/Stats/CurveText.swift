import TraceAnalysis

/// How many were alive, over time, in one line of bars: `alive  8 ▃▅▆▆▄▅▇█ 22`, the fewest and the last.
struct CurveText {
  private let stats: Stats
  private let pen: Pen
  private let step: UInt64

  init(_ stats: Stats, _ pen: Pen) {
    self.stats = stats
    self.pen = pen
    let room = max(min(pen.page.width - 30, 40), 10)
    step = TimeUnit.roundStep(for: stats.curve.ended - stats.curve.began, parts: room)
  }

  var lines: [Line] {
    let heights = samples
    let (lowest, last, highest) = (heights.min() ?? 0, heights.last ?? 0, heights.max() ?? 0)
    let bars = heights.map { Self.bar($0, of: highest) }.joined()
    let floor =
      switch stats.floor.basis {
      case .betweenSessions: "lowest between sessions: \(stats.floor.alive)"
      case .secondHalf: "lowest in the second half: \(stats.floor.alive)"
      }
    return pen.flow(
      [
        pen("alive  \(lowest) ") + pen(bars) + pen(" \(last)"),
        pen(" one mark = \(TimeUnit.short(step)); █ = \(highest); \(floor)"),
        pen(" " + extremes),
      ], gap: 3)
  }

  /// `first 1, last 22, least 1, most 24`: exact, whatever the marks show.
  private var extremes: String {
    let curve = stats.curve
    let ends = curve.alive(at: [curve.began, curve.ended])
    return "first \(ends[0]), last \(ends[1]), least \(curve.least), most \(curve.peak)"
  }

  /// How many were alive at the end of each mark.
  private var samples: [Int] {
    let (began, ended) = (stats.curve.began, stats.curve.ended)
    guard ended > began else { return [stats.alive] }
    let marks = (ended - began - 1) / step + 1
    // The last mark ends with the recording, the others before it.
    return stats.curve.alive(at: (1...marks).map { $0 == marks ? ended : began + $0 * step - 1 })
  }

  private static func bar(_ count: Int, of highest: Int) -> String {
    let bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    guard count > 0, highest > 0 else { return bars[0] }
    return bars[min(max((count * 8 + highest - 1) / highest, 1), 8) - 1]
  }
}
