/// One column of a table, and how it gives way when the page is narrow.
package struct Column: Sendable {
  package var title: String
  package var alignsRight = false
  /// Spaces before it.
  package var gap = 2
  /// The columns to which its text may be cut; nil where it holds numbers, which never are.
  package var least: Int?
  /// Whether it may be left out of a page that is still too narrow.
  package var isOptional = false

  package init(
    _ title: String, alignsRight: Bool = false, gap: Int = 2, least: Int? = nil, isOptional: Bool = false
  ) {
    self.title = title
    self.alignsRight = alignsRight
    self.gap = gap
    self.least = least
    self.isOptional = isOptional
  }
}

/// A table's cell: what to write, and shorter forms of it, longest first.
package struct Cell: Sendable {
  package var forms: [Line]
  /// Set at the right end of the column, whichever form is taken.
  package var trail = Line()

  package init(_ forms: Line...) { self.forms = forms }

  func form(_ index: Int) -> Line { forms.isEmpty ? Line() : forms[min(index, forms.count - 1)] }

  func width(ofForm index: Int) -> Int {
    let form = form(index)
    return form.width + (form.isEmpty || trail.isEmpty ? 0 : 1) + trail.width
  }
}

/// Rows in columns that fit the page.
///
/// Where they do not fit: columns that may be cut take their shorter forms and are cut; then other columns take
/// their shorter forms; then columns are left out, from the right. Numbers stay whole.
package struct Table: Sendable {
  package enum Row: Sendable {
    case cells([Cell])
    /// A line of its own, across all columns.
    case line(Line)
  }

  package var columns: [Column]
  package var rows: [Row] = []

  package init(columns: [Column]) { self.columns = columns }

  package mutating func add(_ cells: [Cell]) { rows.append(.cells(cells)) }
  package mutating func add(_ line: Line) { rows.append(.line(line)) }

  /// Writes the titles, if there are any, and the rows.
  package func write(with pen: Pen, to out: inout some TextOutputStream) {
    let layout = Layout(of: self, with: pen)
    if columns.contains(where: { !$0.title.isEmpty }) {
      layout.line(of: columns.map { Cell(pen($0.title, .bold)) }, with: pen).write(on: pen.page, to: &out)
    }
    for row in rows {
      switch row {
      case .cells(let cells): layout.line(of: cells, with: pen).write(on: pen.page, to: &out)
      case .line(let line): for part in pen.wrapped(line, indent: 5) { part.write(on: pen.page, to: &out) }
      }
    }
  }
}

/// Which form and width each column of a table has on one page.
private struct Layout {
  private struct Place {
    var column: Column
    var width = 0
    var form = 0
    var isShown = true
  }

  private var places: [Place]

  init(of table: Table, with pen: Pen) {
    places = table.columns.map { Place(column: $0) }
    // Columns x forms -> width of the widest cell.
    var widths = table.columns.map { [pen.width(of: $0.title)] }
    for case .cells(let cells) in table.rows {
      for (column, cell) in cells.enumerated() where column < widths.count {
        while widths[column].count < cell.forms.count { widths[column].append(widths[column][0]) }
        for form in widths[column].indices {
          widths[column][form] = max(widths[column][form], cell.width(ofForm: form))
        }
      }
    }
    for index in places.indices { places[index].width = widths[index][0] }
    fit(pen.page.width, widths: widths)
  }

  private var total: Int {
    places.reduce(0) { $1.isShown && $1.width > 0 ? $0 + $1.column.gap + $1.width : $0 }
  }

  private mutating func fit(_ page: Int, widths: [[Int]]) {
    for index in places.indices {
      guard let least = places[index].column.least else { continue }
      shorten(index, to: page, widths[index])
      if total > page {
        places[index].width = max(min(least, places[index].width), places[index].width - (total - page))
      }
    }
    for index in places.indices { shorten(index, to: page, widths[index]) }
    for index in places.indices.reversed() where total > page && places[index].column.isOptional {
      places[index].isShown = false
    }
    // What a shorter form or a missing column gave back goes to the columns that were cut.
    for index in places.indices where places[index].column.least != nil {
      let wanted = widths[index][places[index].form]
      places[index].width += max(0, min(wanted - places[index].width, page - total))
    }
  }

  private mutating func shorten(_ index: Int, to page: Int, _ widths: [Int]) {
    while total > page, places[index].form + 1 < widths.count {
      places[index].form += 1
      places[index].width = min(places[index].width, widths[places[index].form])
    }
  }

  func line(of cells: [Cell], with pen: Pen) -> Line {
    var line = Line()
    for (place, cell) in zip(places, cells) where place.isShown && place.width > 0 {
      var text = cell.form(place.form)
      if place.column.least != nil { text = pen.cut(text, to: place.width) }
      line +=
        pen.spaces(place.column.gap)
        + pen.pad(text, to: place.width - cell.trail.width, alignRight: place.column.alignsRight)
      line += cell.trail
    }
    return line
  }
}
