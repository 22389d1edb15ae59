package import TraceAnalysis
import TraceFormat

/// The source of a call between its neighbours; for a leak, one line for each other place of its path as
/// well. The call in a line is underlined, as a compiler does it.
///
///     LeakingSession.swift
///      12 │       .take(until: closed)
///         │        ~~~~~~~~~~~~~~~~~~~ ends only the part above flatMap
///      13 │       .flatMap { entry in clock.map { beat(entry, $0) } }
///         │        ~~~~~~~ inner outlived its stop signal
struct SourceExcerpt {
  private struct Place {
    let site: Site
    let remark: String
    /// Nil for a place beside the one that the excerpt is about.
    var ink: Ink?
  }

  /// The first one is the one that the excerpt is about.
  private let places: [Place]
  private let names: Places
  private let pen: Pen
  private let text: any SourceText
  private let built: Int?
  /// Whether the name of each file stands above its lines.
  var hasHeadings = true

  /// Places beside the guilty line, at most.
  private static let mostOthers = 4

  private init?(_ places: [Place], built: Int?, _ names: Places, _ pen: Pen) {
    guard let text = pen.page.sources else { return nil }
    self.places = places
    self.names = names
    self.pen = pen
    self.text = text
    self.built = built
  }

  /// The places of a leak; nil where the page has no sources.
  init?(_ leak: Leak, _ words: LeakWords, _ pen: Pen) {
    guard pen.page.sources != nil else { return nil }
    self.init(Self.places(of: leak, in: words.trace), built: words.trace.startedAt, words.places, pen)
  }

  /// The places of a leak of a process that runs; nil where the page has no sources.
  ///
  /// - Parameter startedAt: when the process was started, in seconds since 1970.
  init?(_ leak: WatchedLeak, _ words: WatchWords, startedAt: Int?, _ pen: Pen) {
    var places = [Place(site: leak.site, remark: words.title(of: leak), ink: leak.confidence.ink)]
    func add(_ site: Site?, _ remark: String) {
      guard let site, !site.file.isEmpty, site.line > 0, places.count <= Self.mostOthers else { return }
      let isKnown = places.contains { $0.site.file == site.file && $0.site.line == site.line }
      if !isKnown { places.append(Place(site: site, remark: remark)) }
    }
    add(leak.other, "the fault may lie here instead")
    for step in leak.path {
      switch step {
      case .alive(let site, _): add(site, "")
      case .gone(let site), .endedSource(let site): add(site, "has ended")
      }
    }
    self.init(places, built: startedAt, words.places, pen)
  }

  /// One call alone; nil where the page has no sources.
  init?(_ site: Site, _ ink: Ink, in trace: AnalyzedTrace, _ names: Places, _ pen: Pen) {
    guard !site.file.isEmpty, site.line > 0 else { return nil }
    self.init([Place(site: site, remark: "", ink: ink)], built: trace.startedAt, names, pen)
  }

  /// Empty where no place of the leak is found.
  var lines: [Line] {
    var excerpts: [(place: Place, lines: [(number: Int, text: String)])] = []
    for place in places {
      let line = Int(place.site.line)
      let wanted = place.ink != nil ? max(1, line - 1)...(line + 1) : line...line
      switch text.lines(wanted, of: place.site.file, built: built) {
      case .lines(let found):
        // The file ends above the call: it is another text.
        if place.ink != nil, found.count <= line - wanted.lowerBound { return [] }
        excerpts.append((place, zip(wanted, found).map { (number: $0, text: $1) }))
      case .missing:
        if place.ink != nil { return [] }
      case .changed:
        if place.ink != nil { return changed(place.site) }
      }
    }
    return excerpts.isEmpty
      ? []
      : Self.files(of: excerpts.map(\.place)).flatMap { file in
        block(file, excerpts.filter { $0.place.site.file == file })
      }
  }

  private func changed(_ site: Site) -> [Line] {
    let name = names.name(of: site)
    return pen.wrapped(
      pen("  \(name) was changed after the program was started: its lines are not shown", .dim), indent: 2)
  }

  /// In the order of their first place.
  private static func files(of places: [Place]) -> [String] {
    var files: [String] = []
    for place in places where !files.contains(place.site.file) { files.append(place.site.file) }
    return files
  }

  /// The guilty line first, then the other places of the path, each once.
  private static func places(of leak: Leak, in trace: AnalyzedTrace) -> [Place] {
    var places = [Place(site: leak.site, remark: leak.title, ink: leak.confidence.ink)]
    func add(_ site: Site, _ remark: String) {
      let isKnown = places.contains { $0.site.file == site.file && $0.site.line == site.line }
      guard !isKnown, !site.file.isEmpty, site.line > 0, places.count <= mostOthers else { return }
      places.append(Place(site: site, remark: remark))
    }
    if leak.hint.part == .stop, leak.hint.otherPart == .flattening, let flattening = leak.hint.other {
      add(leak.hint.site, "ends only the part above \(visible(flattening.operatorName).shortened(to: 40))")
    }
    if let other = leak.otherSite { add(other, "the fault may lie here instead") }
    // Its ends first: there is no room for every place of a long path.
    let path = leak.path.compactMap { trace.forest[$0.life] }
    if let root = path.first { add(root.site, "subscribes") }
    if let keeper = path.last, keeper.isAlive { add(keeper.site, "keeps it alive") }
    for life in path { add(life.site, "") }
    return places
  }

  private func block(
    _ file: String, _ excerpts: [(place: Place, lines: [(number: Int, text: String)])]
  ) -> [Line] {
    var texts: [Int: String] = [:]
    for (number, text) in excerpts.flatMap(\.lines) { texts[number] = text }
    let numbers = texts.keys.sorted()
    let digits = max(String(numbers.last ?? 0).utf8.count, 3)
    let name = names.name(of: Site(operatorName: "", file: file, line: 0))
    var lines = hasHeadings ? [pen.spaces(2) + pen(name, .bold)] : []
    for (index, number) in numbers.enumerated() {
      if index > 0, number > numbers[index - 1] + 1 { lines.append(pen.spaces(digits + 3) + pen("…", .dim)) }
      let (label, text) = (String(number), texts[number] ?? "")
      let margin = pen.spaces(digits + 2 - label.utf8.count) + pen(label, .dim) + pen(" │ ", .dim)
      lines.append(pen.cut(margin + pen(text, limit: 400), to: pen.page.width))
      let place = excerpts.first { $0.place.site.line == number }?.place
      if let place { lines += underline(place, text, pen.spaces(digits + 3) + pen("│ ", .dim)) }
    }
    return lines
  }

  private func underline(_ place: Place, _ text: String, _ margin: Line) -> [Line] {
    guard let mark = SourceMark(of: place.site.operatorName, in: text) else { return [] }
    let before = pen.width(of: text[..<mark.range.lowerBound])
    let width = min(pen.width(of: text[mark.range]), max(1, pen.page.width - margin.width - before))
    guard margin.width + before < pen.page.width else { return [] }
    let line = margin + pen.spaces(before) + pen(String(repeating: "~", count: width), place.ink ?? .dim)
    let remark = pen(place.remark, place.ink != nil ? .plain : .dim)
    if remark.isEmpty { return [line] }
    if line.width + 1 + remark.width <= pen.page.width { return [line + pen.spaces(1) + remark] }
    let below = pen.wrapped(remark, to: pen.page.width - margin.width - 2)
    return [line] + below.map { margin + pen.spaces(2) + $0 }
  }
}

/// The source around the line of a leak, in lines below each other; empty where it is not found.
package func excerpt(of leak: Leak, in trace: AnalyzedTrace, on page: Page) -> String {
  let pen = Pen(page: page)
  var excerpt = SourceExcerpt(leak.site, leak.confidence.ink, in: trace, Places(trace.forest), pen)
  excerpt?.hasHeadings = false
  var text = ""
  for line in excerpt?.lines ?? [] { line.write(on: page, to: &text) }
  return text
}
