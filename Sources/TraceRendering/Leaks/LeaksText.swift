public import TraceAnalysis
import TraceFormat

/// The subscriptions that should have ended and did not, and other findings.
///
/// A summary comes first. Then there is a section for each leak and suspect: the way from its root to its
/// keeper, the link that failed, and the repair. Other findings come last.
public struct LeaksText: Renderer {
  /// The most leaks to describe; nil for all. The summary lists the others.
  package var limit: Int?
  /// Draw every step of a long way.
  package var showsWholePath: Bool
  /// How the list of leaks is grouped.
  package var grouping = LeakGrouping.site
  /// The evidence of each leak stands below it by number, and each living line that is not accused has the
  /// reason for it. The verdicts must have been asked for these reasons.
  package var explains = false
  /// The line below the leaks of a recording; nil for none.
  package var hint: BaselineHint?
  package var page: Page

  package init(limit: Int? = nil, showsWholePath: Bool = false, on page: Page = Page()) {
    self.limit = limit
    self.showsWholePath = showsWholePath
    self.page = page
  }

  public func render(_ trace: AnalyzedTrace, into out: inout some TextOutputStream) {
    let pen = Pen(page: page)
    let checks = CheckTable(trace, pen, skipsAbsorbed: true, limit: limit, explains: explains)
    for line in title(trace, findings: checks.findings, pen) { line.write(on: page, to: &out) }
    let bundles = LeakBundle.bundles(of: trace.listedLeaks.map(\.leak), by: grouping, in: trace.forest)
    let listed = Self.listed(trace, bundles)
    if !listed.isEmpty {
      Line().write(on: page, to: &out)
      summary(listed, bundles, trace, pen).write(with: pen, to: &out)
    }
    for line in remarks(trace, pen) { line.write(on: page, to: &out) }
    let words = LeakWords(trace)
    for (name, leak) in listed.prefix(limit ?? .max) {
      Line().write(on: page, to: &out)
      LeakSection(leak, name, words, pen, showsWholePath: showsWholePath, explains: explains)
        .write(to: &out)
    }
    if let limit, listed.count > limit {
      Line().write(on: page, to: &out)
      pen("… \(plural(listed.count - limit, "more leak")), listed above", .dim).write(on: page, to: &out)
    }
    if !checks.isEmpty {
      Line().write(on: page, to: &out)
      checks.write(to: &out)
    }
    if explains {
      Line().write(on: page, to: &out)
      LivingSection(trace, pen).write(to: &out)
    }
    let leaks = trace.listedLeaks.count(where: \.isProven)
    hint?.write(leaks: leaks, suspects: listed.count - leaks, on: page, to: &out)
  }

  /// Leaks, then suspects, each with its name; those of one bundle beside each other.
  private static func listed(
    _ trace: AnalyzedTrace, _ bundles: [LeakBundle]
  ) -> [(name: String, leak: Leak)] {
    let leaks = trace.listedLeaks.map { ("\(word(isProven: $0.isProven)) \($0.letter)", $0.leak) }
    return bundles.flatMap(\.places).map { leaks[$0] }
  }

  /// The second place of a leak; nil on a page that is too narrow for two.
  static func other(_ leak: Leak, on page: Page) -> Site? {
    page.width < Page.leastForTwoPlaces ? nil : leak.otherSite
  }

  /// The word before a leak's letter.
  static func word(isProven: Bool) -> String { isProven ? "LEAK" : "SUSPECT" }

  /// `2 leaks, 11 subscriptions     feedd  pid 4711  12.000 s  0 events lost`.
  private func title(_ trace: AnalyzedTrace, findings: [any Finding], _ pen: Pen) -> [Line] {
    let heading = Heading(trace, pen)
    let headline = Headline(trace, findings: findings)
    let lost = trace.forest.lost
    return pen.flow([
      pen(headline.text, headline.ink), pen.spaces(1) + heading.name, heading.length,
      pen(
        trace.forest.lostMayBeMore ? "\(lost)+ events lost" : "\(plural(lost, "event")) lost",
        trace.forest.lostRanges.isEmpty ? .plain : .doubt),
      heading.withoutValues, heading.selected,
    ])
  }

  private func summary(
    _ listed: [(name: String, leak: Leak)], _ bundles: [LeakBundle], _ trace: AnalyzedTrace, _ pen: Pen
  ) -> Table {
    let places = Places(trace.forest)
    var table = TitledTable(
      columns: [
        Column("", gap: 0), Column(""), Column("", alignsRight: true), Column("", gap: 1, isOptional: true),
        Column("", hasLastResort: true), Column("", isOptional: true),
      ])
    table.keepsTitles = listed.contains { Self.other($0.leak, on: page) != nil }
    var headed = 0
    var headings: [Int: LeakBundle] = [:]
    for bundle in bundles where grouping != .site {
      headings[headed] = bundle
      headed += bundle.places.count
    }
    for (index, (name, leak)) in listed.enumerated() {
      if let bundle = headings[index] { table.add(heading: bundle.heading(places, pen)) }
      let ink = leak.confidence.ink
      table.add(
        [
          Cell(pen(name, ink)), Cell(pen(leak.confidence.name, ink)),
          Cell(pen("\(leak.members.count)")),
          Cell(pen(leak.members.count == 1 ? "subscription" : "subscriptions")),
          pen.cell(leak.site, and: Self.other(leak, on: page), .plain, places, isNeeded: true),
          Cell(pen(leak.fingerprint.description, .dim)),
        ], title: pen(leak.title))
    }
    return table.fitting(pen)
  }

  /// Lines about subscriptions that are alive and no leak, and about ends that a loss, or the end of the
  /// recording, may hide.
  private func remarks(_ trace: AnalyzedTrace, _ pen: Pen) -> [Line] {
    let counts = trace.counts
    var innocent: [String] = []
    if counts.longLived > 0 {
      innocent.append("\(counts.longLived) long-lived (alive for the whole recording)")
    }
    if counts.finished > 0, !trace.listedLeaks.contains(where: \.isProven) {
      innocent.append("\(counts.finished) finished")
    }
    var lines: [Line] = []
    let known = trace.knownLeaks
    if !known.isEmpty {
      let members = known.reduce(0) { $0 + $1.members.count }
      let names = Set(known.map(\.fingerprint)).sorted().map(\.description).joined(separator: ", ")
      lines += pen.wrapped(
        pen(
          "known: \(plural(known.count, "leak")), \(plural(members, "subscription")), in the baseline: \(names)",
          .dim, limit: 1000), indent: 2)
    }
    if !innocent.isEmpty {
      lines += pen.wrapped(pen("not leaks: " + innocent.joined(separator: ", ")), indent: 2)
    }
    if trace.openCount > 0 {
      lines += pen.wrapped(pen(open(trace)), indent: 2)
    }
    if counts.settling > 0 {
      let rest = plural(counts.settling, "subscription")
      let unit = TimeUnit(for: trace.verdicts.settle)
      let settle = unit.named(trace.verdicts.settle, digits: 0)
      let words =
        "not judged yet: \(rest) whose end may be on its way in the last \(settle): --settle 0 judges \(counts.settling == 1 ? "it" : "them")"
      lines += pen.wrapped(pen(words, .doubt), indent: 2)
    }
    if counts.unknown > 0 {
      lines += pen.wrapped(pen("not judged: \(counts.unknown) unknown (\(doubts(trace)))", .doubt), indent: 2)
    }
    if let words = Heading.afterEnd(trace) { lines += pen.wrapped(pen(words), indent: 2) }
    return lines
  }

  /// `open: 42 subscriptions in 14 trees, 3 of them without a handle; no event proves or excludes a leak`.
  private func open(_ trace: AnalyzedTrace) -> String {
    let trees = openTrees(trace)
    let handles = ForgottenHandles.find(in: trace.forest, trace.verdicts).flatMap(\.lives)
      .count { isOpen($0, trace) }
    return "open: \(plural(trace.openCount, "subscription")) in \(plural(trees, "tree"))"
      + (handles > 0 ? ", \(handles) of them without a handle" : "") + "; no event proves or excludes a leak"
  }

  private func openTrees(_ trace: AnalyzedTrace) -> Int {
    trace.forest.lives.indices.count { index in
      guard isOpen(index.number, trace) else { return false }
      return trace.forest.lives[index].downstream.map { !isOpen($0.number, trace) } ?? true
    }
  }

  private func isOpen(_ number: Int, _ trace: AnalyzedTrace) -> Bool {
    guard trace.isSelected(number), case .open(let reason)? = trace.verdicts[number] else { return false }
    return reason != .suspected && reason != .settling
  }

  private func doubts(_ trace: AnalyzedTrace) -> String {
    var counts = [0, 0, 0, 0]
    for index in trace.forest.lives.indices where trace.isSelected(index.number) {
      switch trace.verdicts[index] {
      case .unknown(.eventsLost): counts[0] += 1
      case .unknown(.aliveBefore): counts[1] += 1
      case .unknown(.beginningMissing): counts[2] += 1
      case .unknown(.snapshot): counts[3] += 1
      default: break
      }
    }
    let words = ["events were lost", "alive before the recording", "beginning not recorded", "a snapshot"]
    return zip(counts, words)
      .filter { $0.0 > 0 }.map { "\($0.1): \($0.0)" }.joined(separator: ", ")
  }
}

extension Renderer where Self == LeaksText {
  /// The subscriptions that should have ended and did not.
  public static func leaks(
    limit: Int? = nil, showsWholePath: Bool = false, on page: Page = Page()
  ) -> LeaksText {
    LeaksText(limit: limit, showsWholePath: showsWholePath, on: page)
  }
}
