import TraceAnalysis
import TraceFormat

extension Pen {
  /// The call site in two forms, in three for a drawing that cannot do without, with its address where the page has links.
  func cell(_ site: Site, _ ink: Ink, _ places: Places, isNeeded: Bool = false) -> Cell {
    guard !site.file.isEmpty else { return Cell(self("?", ink)) }
    let address = page.links?.address(of: site)
    func form(_ file: Substring, _ limit: Int) -> Line {
      var line = end(of: file, then: ":\(site.line)", ink, limit: limit)
      for index in line.spans.indices { line.spans[index].address = address }
      return line
    }
    let name = places.name(of: site)
    let forms = [form(places.path(of: site), 48), form(name, 24), form(name, 8)]
    return isNeeded ? Cell(forms[0], forms[1], forms[2]) : Cell(forms[0], forms[1])
  }
}
