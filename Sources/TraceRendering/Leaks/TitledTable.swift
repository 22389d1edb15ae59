import TraceAnalysis

/// Rows that end in a title, which is never left out.
///
/// The title stands in a last column where the page has room for it beside the columns that each row needs.
/// Else it stands on a line of its own below the row.
struct TitledTable {
  /// A column of titles still reads well if it is this wide.
  private static let least = 18

  /// Whether no title is broken. Beside long cells it would be a column of single words.
  var keepsTitles = false
  private let columns: [Column]
  private var rows: [(cells: [Cell], title: Line)] = []
  /// The lines above rows, by the place of the row.
  private var headings: [Int: Line] = [:]

  init(columns: [Column]) { self.columns = columns }

  mutating func add(_ cells: [Cell], title: Line) { rows.append((cells, title)) }

  /// Puts a line above the row that is added next.
  mutating func add(heading: Line) { headings[rows.count] = heading }

  func fitting(_ pen: Pen) -> Table {
    let longest = keepsTitles ? rows.map(\.title.width).max() ?? 0 : 0
    let least = max(Self.least, longest)
    let hasRoom = needed + 2 + least <= pen.page.width
    var table = Table(columns: hasRoom ? columns + [Column("", least: least, wraps: true)] : columns)
    for (index, row) in rows.enumerated() {
      if let heading = headings[index] { table.add(heading) }
      table.add(hasRoom ? row.cells + [Cell(row.title)] : row.cells)
      if !hasRoom { table.add(pen.spaces(3) + row.title) }
    }
    return table
  }

  /// How wide the columns are that are never left out.
  private var needed: Int {
    columns.indices.filter { !columns[$0].isOptional }.reduce(0) { sum, index in
      sum + columns[index].gap + (rows.map { $0.cells[index].width(ofForm: 0) }.max() ?? 0)
    }
  }
}
