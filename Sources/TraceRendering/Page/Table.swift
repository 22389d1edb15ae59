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
  /// Whether the shortest form of its cells is only for pages that are too narrow without the columns that may be
  /// left out.
  package var hasLastResort = false
  /// Whether it may be left out of a page that is still too narrow.
  package var isOptional = false
  /// Whether its text stands on lines of its own below the row where it is left out. Only for the last column.
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
  /// What stands in its column on the lines below its row, where the last cell takes several: a form for each of `forms`.
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
/// Where they do not fit: sentences in the last column are broken; columns that may be cut take their shorter forms
/// and are cut; then other columns take their shorter forms; then columns are left out, from the right, as long as
/// others do not fit; then text is cut
/// to what is left. Numbers stay whole.
package struct Table: Sendable {
  package enum Row: Sendable {
    /// Where the last cell takes several lines, `margin` is what the others begin with.
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
    let layout = Layout(of: self, with: pen)
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
    for case .cells(let cells, margin: _) in table.rows {
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
    let broken = places.indices.filter { places[$0].column.wraps && !places[$0].column.wrapsLast }
    let cut = places.indices.filter { !places[$0].column.wraps }
    for index in broken + cut { narrow(index, to: page, widths[index]) }
    for index in cut { shorten(index, to: page, widths[index]) }
    for index in places.indices where places[index].column.wraps { narrow(index, to: page, widths[index]) }
    for index in places.indices.reversed() where total > page && places[index].column.isOptional {
      places[index].isShown = false
    }
    // One that was wide may have made room for others.
    for index in places.indices where !places[index].isShown {
      places[index].isShown = true
      if total > page { places[index].isShown = false }
    }
    for index in places.indices { shorten(index, to: page, widths[index], isLastResort: true) }
    for index in cut where total > page && places[index].column.least != nil {
      places[index].width = max(min(4, places[index].width), places[index].width - (total - page))
    }
    // What a shorter form or a missing column gave back goes to the columns that were cut.
    for index in places.indices where places[index].column.least != nil {
      let wanted = widths[index][places[index].form]
      places[index].width += max(0, min(wanted - places[index].width, page - total))
    }
    for index in places.indices where places[index].column.least == nil && places[index].isShown {
      lengthen(index, to: page, widths[index])
    }
  }

  /// Takes shorter forms of a column's text, and cuts or breaks it as far as it may be.
  private mutating func narrow(_ index: Int, to page: Int, _ widths: [Int]) {
    guard let least = places[index].column.least else { return }
    shorten(index, to: page, widths)
    if total > page {
      places[index].width = max(min(least, places[index].width), places[index].width - (total - page))
    }
  }

  /// Takes back longer forms, as far as there is room.
  private mutating func lengthen(_ index: Int, to page: Int, _ widths: [Int]) {
    for form in 0..<places[index].form where total - places[index].width + widths[form] <= page {
      places[index].form = form
      places[index].width = widths[form]
      return
    }
  }

  private mutating func shorten(_ index: Int, to page: Int, _ widths: [Int], isLastResort: Bool = false) {
    let kept = places[index].column.hasLastResort && !isLastResort ? 1 : 0
    while total > page, places[index].form + 1 + kept < widths.count {
      places[index].form += 1
      places[index].width = min(places[index].width, widths[places[index].form])
    }
  }

  /// The sentence is broken where the page ends and goes on below itself; where it has too little room beside the
  /// cell, below the cell.
  func lines(of cell: Cell, _ sentence: Line, _ margin: Line, with pen: Pen) -> [Line] {
    let first = line(of: [cell], with: pen)
    let indent = first.width + (places.count > 1 ? places[1].column.gap : 0)
    guard pen.page.width - indent >= 24 else {
      let below = pen.wrapped(sentence, to: pen.page.width - 6)
      return [first] + below.map { pen.pad(lead(margin, with: pen), to: 6) + $0 }
    }
    let text = pen.wrapped(sentence, to: pen.page.width - indent)
    return beside(first, indent, text, lead(margin, with: pen), with: pen)
  }

  /// One line, unless the last cell has to be broken.
  func lines(of cells: [Cell], _ margin: Line, with pen: Pen) -> [Line] {
    guard let last = places.last, cells.count == places.count, last.column.wraps else {
      return [line(of: cells, with: pen)]
    }
    guard last.isShown else {
      let text = cells[cells.count - 1].form(0)
      let isBelow = last.column.goesBelow && !text.isEmpty
      let below = isBelow ? pen.wrapped(text, to: pen.page.width - 6) : []
      return [line(of: cells, with: pen)] + below.map { pen.pad(lead(margin, with: pen), to: 6) + $0 }
    }
    let first = line(of: Array(cells.dropLast()), with: pen)
    let (cell, trail) = (cells[cells.count - 1], cells[cells.count - 1].trail)
    let room = trail.isEmpty ? last.width : last.width - trail.width - 1
    var text = pen.wrapped(
      cell.form(last.form), to: last.width, first: room, keepsPhrases: last.column.wrapsLast)
    if !trail.isEmpty { text[0] = pen.pad(text[0], to: last.width - trail.width) + trail }
    let guides = cells.dropLast().map(\.onLinesBelow)
    let below = guides.allSatisfy(\.forms.isEmpty) ? lead(margin, with: pen) : line(of: guides, with: pen)
    return beside(first, first.width + last.column.gap, text, below, with: pen)
  }

  private func beside(_ first: Line, _ indent: Int, _ text: [Line], _ below: Line, with pen: Pen) -> [Line] {
    text.enumerated().map { number, part in pen.pad(number == 0 ? first : below, to: indent) + part }
  }

  private func lead(_ margin: Line, with pen: Pen) -> Line {
    margin.isEmpty ? margin : pen.spaces(places.first?.column.gap ?? 0) + margin
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
