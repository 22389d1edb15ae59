import TraceAnalysis
import TraceFormat

/// The source that a leak is about: the guilty line between its neighbours, and one line for each other place of its path.
/// The call in a line is underlined, as a compiler does it.
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
    var isGuilty = false
  }

  private let leak: Leak
  private let words: LeakWords
  private let pen: Pen
  private let text: any SourceText
  private let built: Int?

  /// Places beside the guilty line, at most.
  private static let mostOthers = 4

  /// Nil where the page has no sources.
  init?(_ leak: Leak, _ words: LeakWords, _ pen: Pen) {
    guard let text = pen.page.sources else { return nil }
    self.leak = leak
    self.words = words
    self.pen = pen
    self.text = text
    built = words.trace.startedAt
  }

  /// Empty where no place of the leak is found.
  var lines: [Line] {
    var excerpts: [(place: Place, lines: [(number: Int, text: String)])] = []
    for place in places {
      let line = Int(place.site.line)
      let wanted = place.isGuilty ? max(1, line - 1)...(line + 1) : line...line
      switch text.lines(wanted, of: place.site.file, built: built) {
      case .lines(let found):
        excerpts.append((place, zip(wanted, found).map { (number: $0, text: $1) }))
      case .missing:
        if place.isGuilty { return [] }
      case .changed:
        if place.isGuilty { return changed(place.site) }
      }
    }
    return excerpts.isEmpty
      ? []
      : Self.files(of: excerpts.map(\.place)).flatMap { file in
        block(file, excerpts.filter { $0.place.site.file == file })
      }
  }

  private func changed(_ site: Site) -> [Line] {
    let name = words.places.name(of: site)
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
  private var places: [Place] {
    var places = [Place(site: leak.site, remark: leak.title, isGuilty: true)]
    func add(_ site: Site, _ remark: String) {
      let isKnown = places.contains { $0.site.file == site.file && $0.site.line == site.line }
      guard !isKnown, !site.file.isEmpty, site.line > 0, places.count <= Self.mostOthers else { return }
      places.append(Place(site: site, remark: remark))
    }
    if leak.hint.part == .stop, leak.hint.otherPart == .flattening, let flattening = leak.hint.other {
      add(leak.hint.site, "ends only the part above \(visible(flattening.operatorName).shortened(to: 40))")
    }
    if let other = leak.otherSite { add(other, "the fault may lie here instead") }
    for (index, step) in leak.path.enumerated() {
      guard let life = words.trace.forest[step.life] else { continue }
      let isKeeper = index == leak.path.count - 1 && life.isAlive
      add(life.site, isKeeper ? "keeps it alive" : index == 0 ? "subscribes" : "")
    }
    return places
  }

  private func block(
    _ file: String, _ excerpts: [(place: Place, lines: [(number: Int, text: String)])]
  ) -> [Line] {
    var texts: [Int: String] = [:]
    for (number, text) in excerpts.flatMap(\.lines) { texts[number] = text }
    let numbers = texts.keys.sorted()
    let digits = max(String(numbers.last ?? 0).utf8.count, 3)
    let name = words.places.name(of: Site(operatorName: "", file: file, line: 0))
    var lines = [pen.spaces(2) + pen(name, .bold)]
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
    let ink: Ink = place.isGuilty ? leak.confidence.ink : .dim
    let line = margin + pen.spaces(before) + pen(String(repeating: "~", count: width), ink)
    let remark = pen(place.remark, place.isGuilty ? .plain : .dim)
    if remark.isEmpty { return [line] }
    if line.width + 1 + remark.width <= pen.page.width { return [line + pen.spaces(1) + remark] }
    let below = pen.wrapped(remark, to: pen.page.width - margin.width - 2)
    return [line] + below.map { margin + pen.spaces(2) + $0 }
  }
}
