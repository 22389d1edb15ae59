import TraceAnalysis
import TraceFormat

/// Where call sites are, as short as the trace allows: the directories that all of them share are left out.
struct Places: Sendable {
  private var shared = ""

  init(_ forest: Forest) {
    let files = forest.sites.lazy.map(\.file).filter { !$0.isEmpty }
    guard let first = files.first else { return }
    shared = Self.directory(of: first)
    for file in files {
      while !shared.isEmpty, !file.hasPrefix(shared) { shared = Self.directory(of: shared.dropLast()) }
      if shared.isEmpty { return }
    }
  }

  private static func directory(of path: some StringProtocol) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// `Cache.swift:88`; `?` where the trace does not tell. Paths are cut at the left, where they tell the least.
  func text(_ site: Site, in charset: Charset, limit: Int = 48) -> String {
    guard !site.file.isEmpty else { return "?" }
    let path = Substring(site.file.utf8.dropFirst(shared.utf8.count))
    return Escaping(charset: charset, limit: limit).end(of: path) + ":\(site.line)"
  }

  /// Without directories.
  func shortText(_ site: Site, in charset: Charset, limit: Int = 24) -> String {
    guard !site.file.isEmpty else { return "?" }
    let path = site.file.suffix(while: { $0 != UInt8(ascii: "/") })
    return Escaping(charset: charset, limit: limit).end(of: path) + ":\(site.line)"
  }
}

extension String {
  fileprivate func suffix(while isKept: (UInt8) -> Bool) -> Substring {
    Substring(utf8[(utf8.lastIndex { !isKept($0) }.map { utf8.index(after: $0) } ?? utf8.startIndex)...])
  }
}

extension Pen {
  /// The call site in two forms, in three for a drawing that cannot do without, with its address where the page has links.
  func cell(_ site: Site, _ ink: Ink, _ places: Places, isNeeded: Bool = false) -> Cell {
    let address = page.links?.address(of: site)
    let forms = [
      places.text(site, in: page.charset), places.shortText(site, in: page.charset),
      places.shortText(site, in: page.charset, limit: 8),
    ].map {
      var line = self($0, ink)
      for index in line.spans.indices where !site.file.isEmpty { line.spans[index].address = address }
      return line
    }
    return isNeeded ? Cell(forms[0], forms[1], forms[2]) : Cell(forms[0], forms[1])
  }
}
