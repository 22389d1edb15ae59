import TraceAnalysis
import TraceFormat

extension Pen {
  /// The call site in two forms, in three for a drawing that cannot do without, with its address where the
  /// page has links.
  ///
  /// - Parameter other: a second call site, which follows in the same form:
  ///   `Cache.swift:88, Ticker.swift:18`.
  func cell(
    _ site: Site, and other: Site? = nil, _ ink: Ink, _ places: Places, isNeeded: Bool = false
  ) -> Cell {
    var forms = forms(of: site, ink, places)
    if let other {
      let others = self.forms(of: other, ink, places)
      for (index, second) in others.enumerated() where index < forms.count {
        forms[index] += self(", ", ink)
        forms[index] += second
      }
    }
    var cell = Cell()
    cell.forms = isNeeded ? forms : Array(forms.prefix(2))
    return cell
  }

  private func forms(of site: Site, _ ink: Ink, _ places: Places) -> [Line] {
    guard !site.file.isEmpty else { return [self("?", ink)] }
    let address = page.links?.address(of: site)
    func form(_ file: Substring, _ limit: Int) -> Line {
      var line = end(of: file, then: ":\(site.line)", ink, limit: limit)
      for index in line.spans.indices { line.spans[index].address = address }
      return line
    }
    let name = places.name(of: site)
    return [form(places.path(of: site), 48), form(name, 24), form(name, 8)]
  }
}
