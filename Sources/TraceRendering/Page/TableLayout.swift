/// The form and the width of each column of a table on one page.
struct TableLayout {
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
    // A shorter form or a missing column gives room back: it goes to the columns that were cut.
    for index in places.indices where places[index].column.least != nil {
      let wanted = widths[index][places[index].form]
      places[index].width += max(0, min(wanted - places[index].width, page - total))
    }
    for index in cut { spare(index, widths) }
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

  /// Gives a column that is cut the room that it lacks. The room comes from the last column, if it waited to
  /// be broken and is broken anyway.
  private mutating func spare(_ index: Int, _ widths: [[Int]]) {
    guard places[index].column.least != nil, places[index].isShown, let last = places.indices.last,
      places[last].column.wrapsLast, let least = places[last].column.least,
      places[last].width < widths[last][places[last].form]
    else { return }
    let missing = widths[index][places[index].form] - places[index].width
    guard missing > 0, places[last].width - missing >= least else { return }
    places[index].width += missing
    places[last].width -= missing
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

  /// The sentence is broken where the page ends and goes on below itself; where it has too little room beside
  /// the cell, below the cell.
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
