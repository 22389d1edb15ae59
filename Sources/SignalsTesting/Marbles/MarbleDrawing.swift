/// An event that is drawn as one character.
struct MarbleMark: Hashable {
  let time: Duration
  let symbol: Character
}

/// One line of a drawing.
struct MarbleRow {
  let label: String
  let marks: [MarbleMark]

  init(_ label: String, _ marks: [MarbleMark]) {
    self.label = label
    self.marks = marks
  }

  /// True if the row has an end, after which nothing is drawn.
  var isEnded: Bool { marks.contains { ["|", "#", "!"].contains($0.symbol) } }
}

/// Rows drawn under each other, equal times in equal columns.
///
/// If a group leaves no room for the next mark, all rows are drawn wider: then a tick has several columns.
/// Long times in which nothing happens in any row are written as `12ms`.
struct MarbleDrawing {
  private static let longestSilence = 24

  /// The number of columns of one tick.
  let scale: Int
  private let rows: [MarbleRow]
  /// The events of each row at each tick.
  private let cells: [[Int: [Character]]]
  /// Every tick at which a row has an event, in order. `columns` has the column of each.
  private let ticks: [Int]
  private let columns: [Int: Int]
  private let jumps: [Int: String]

  init(_ rows: [MarbleRow]) {
    self.rows = rows
    cells = rows.map { row in
      row.marks.reduce(into: [:]) { $0[max($1.time.tick.number, 0), default: []].append($1.symbol) }
    }
    let ticks = Set(cells.flatMap(\.keys)).sorted()
    self.ticks = ticks
    var scale = 1
    for cells in cells {
      let own = cells.keys.sorted()
      for (tick, next) in zip(own, own.dropFirst()) {
        let width = Self.width(cells[tick] ?? [])
        scale = max(scale, (width + next - tick - 1) / (next - tick))
      }
    }
    self.scale = scale
    var columns: [Int: Int] = [:]
    var jumps: [Int: String] = [:]
    var (column, reached) = (0, 0)
    for (position, tick) in ticks.enumerated() {
      if tick - reached > Self.longestSilence {
        let jump = "\(reached == 0 ? "" : " ")\(tick - reached)ms "
        jumps[tick] = jump
        column += jump.count
      } else {
        column += (tick - reached) * scale
      }
      columns[tick] = column
      let width = cells.map { Self.width($0[tick] ?? []) }.max() ?? 1
      let taken = (width + scale - 1) / scale
      // The ticks of a group belong to it only if no other event is due.
      let next = position + 1 < ticks.count ? ticks[position + 1] : .max
      let used = min(taken, next - tick)
      column += used * scale
      reached = tick + used
    }
    self.columns = columns
    self.jumps = jumps
  }

  private static func width(_ symbols: [Character]) -> Int { symbols.count > 1 ? symbols.count + 2 : 1 }

  /// The rows, each behind its label.
  var lines: [String] {
    let label = rows.map(\.label.count).max() ?? 0
    return rows.indices.map { index in
      let padding = String(repeating: " ", count: label - rows[index].label.count)
      return rows[index].label + padding + (label > 0 ? "  " : "") + text(of: index)
    }
  }

  /// The column of the tick of `time`, without the labels.
  func column(of time: Duration) -> Int? { columns[max(time.tick.number, 0)] }

  private func text(of index: Int) -> String {
    let isEnded = rows[index].isEnded
    let last = isEnded ? cells[index].keys.max() ?? 0 : ticks.last ?? 0
    var text = ""
    for tick in ticks where tick <= last {
      if let jump = jumps[tick] {
        let end = (columns[tick] ?? 0) - jump.count
        text += String(repeating: "-", count: max(end - text.count, 0)) + jump
      }
      text += String(repeating: "-", count: max((columns[tick] ?? 0) - text.count, 0))
      if let symbols = cells[index][tick] {
        text += symbols.count > 1 ? "(\(String(symbols)))" : String(symbols)
      }
    }
    if !isEnded, let last = ticks.last, let column = columns[last] {
      text += String(repeating: "-", count: max(column + 1 - text.count, 0))
    }
    return text
  }
}
