/// One column of a table, and how it gives way when the page is narrow.
package struct Column: Sendable {
  package var title: String
  package var alignsRight = false
  /// Spaces before it.
  package var gap = 2
  /// The columns to which its text may be cut; nil where it holds numbers, which never are.
  package var least: Int?
  /// Whether its text is broken between words, not cut, to be `least` columns wide. Only for the last column.
  package var wraps = false
  /// Whether other columns take shorter forms and are cut before its text is broken.
  package var wrapsLast = false
  /// Whether the shortest form of its cells is only for pages that are too narrow without the columns that
  /// may be left out.
  package var hasLastResort = false
  /// Whether it may be left out of a page that is still too narrow.
  package var isOptional = false
  /// Whether its text stands on lines of its own below the row where it is left out. Only for the last
  /// column.
  package var goesBelow = false

  package init(
    _ title: String, alignsRight: Bool = false, gap: Int = 2, least: Int? = nil, wraps: Bool = false,
    wrapsLast: Bool = false, hasLastResort: Bool = false, isOptional: Bool = false, goesBelow: Bool = false
  ) {
    self.title = title
    self.alignsRight = alignsRight
    self.gap = gap
    self.least = least
    self.wraps = wraps || wrapsLast
    self.wrapsLast = wrapsLast
    self.hasLastResort = hasLastResort
    self.isOptional = isOptional || goesBelow
    self.goesBelow = goesBelow
  }
}

/// A table's cell: what to write, and shorter forms of it, longest first.
package struct Cell: Sendable {
  package var forms: [Line]
  /// Set at the right end of the column, whichever form is taken.
  package var trail = Line()
  /// The content of its column on the lines below its row, where the last cell takes several lines: a form
  /// for each of `forms`.
  package var below: [Line] = []

  package init(_ forms: Line...) { self.forms = forms }

  func form(_ index: Int) -> Line { forms.isEmpty ? Line() : forms[min(index, forms.count - 1)] }

  /// The cell on the lines below its row.
  var onLinesBelow: Cell {
    var cell = Cell()
    cell.forms = below
    return cell
  }

  func width(ofForm index: Int) -> Int {
    let form = form(index)
    return form.width + (form.isEmpty || trail.isEmpty ? 0 : 1) + trail.width
  }
}

/// Rows in columns that fit the page.
///
/// Where they do not fit, the table gives way step by step:
///
/// 1. Sentences in the last column are broken; columns that may be cut take their shorter forms and are cut.
/// 2. Other columns take their shorter forms.
/// 3. Columns are left out, from the right, as long as others do not fit.
/// 4. Text is cut to the room that is left.
///
/// Numbers stay whole.
package struct Table: Sendable {
  package enum Row: Sendable {
    /// Where the last cell takes several lines, the lines after the first begin with `margin`.
    case cells([Cell], margin: Line = Line())
    /// A cell of the first column, and a sentence over all others.
    case sentence(Cell, Line, margin: Line = Line())
    /// A line of its own, across all columns.
    case line(Line)
  }

  package var columns: [Column]
  package var rows: [Row] = []

  package init(columns: [Column]) { self.columns = columns }

  package mutating func add(_ cells: [Cell], margin: Line = Line()) {
    rows.append(.cells(cells, margin: margin))
  }
  package mutating func add(_ line: Line) { rows.append(.line(line)) }

  /// Writes the titles, if there are any, and the rows.
  package func write(with pen: Pen, to out: inout some TextOutputStream) {
    let layout = TableLayout(of: self, with: pen)
    if columns.contains(where: { !$0.title.isEmpty }) {
      layout.line(of: columns.map { Cell(pen($0.title, .bold)) }, with: pen).write(on: pen.page, to: &out)
    }
    for row in rows {
      switch row {
      case .cells(let cells, let margin):
        for line in layout.lines(of: cells, margin, with: pen) { line.write(on: pen.page, to: &out) }
      case .sentence(let cell, let sentence, let margin):
        for line in layout.lines(of: cell, sentence, margin, with: pen) { line.write(on: pen.page, to: &out) }
      case .line(let line): for part in pen.wrapped(line, indent: 5) { part.write(on: pen.page, to: &out) }
      }
    }
  }
}
