import TraceAnalysis
import TraceFormat

/// The findings of the checks, a line each:
/// `check  retried  load  Config.swift:22  failed once after 2.000 s`.
struct CheckTable {
  /// Findings of one check at one call site: the first of them is shown.
  private struct Group {
    let first: any Finding
    var count = 1
  }

  private struct Key: Hashable {
    let check: String
    let site: Site
  }

  /// All findings, one by one.
  let findings: [any Finding]
  private var groups: [Group] = []
  private let trace: AnalyzedTrace
  private let pen: Pen
  private let limit: Int
  private let explains: Bool

  /// - Parameters:
  ///   - skipsAbsorbed: leaves out findings that the verdicts tell already.
  ///   - limit: the most lines.
  ///   - explains: whether its subscriptions and the numbers of its check stand below each finding.
  init(
    _ trace: AnalyzedTrace, _ pen: Pen, skipsAbsorbed: Bool = false, limit: Int? = nil, explains: Bool = false
  ) {
    self.trace = trace
    self.pen = pen
    self.limit = limit ?? 40
    self.explains = explains
    findings = skipsAbsorbed ? trace.unabsorbedFindings : trace.findings
    var places: [Key: Int] = [:]
    for finding in findings {
      let key = Key(check: type(of: finding).check, site: finding.site)
      if let place = places[key] {
        groups[place].count += 1
      } else {
        places[key] = groups.count
        groups.append(Group(first: finding))
      }
    }
  }

  var isEmpty: Bool { groups.isEmpty }

  func write(to out: inout some TextOutputStream) {
    let places = Places(trace.forest)
    let words = Wording(trace)
    // On a page of sixty columns there is room for the places of any program; in less, hardly.
    let isNarrow = pen.page.width < Page.leastForTwoPlaces
    let hasTwo = !isNarrow && groups.prefix(limit).contains { $0.first.otherSite != nil }
    var table = Table(columns: [
      Column("", gap: 0, isOptional: true), Column(""), Column("", least: 12, isOptional: true),
      Column("", hasLastResort: hasTwo, isOptional: isNarrow),
      // Beside two places a sentence would be a narrow column of many lines.
      Column("", least: hasTwo ? 40 : 18, wraps: true, goesBelow: true),
    ])
    for group in groups.prefix(limit) {
      let finding = group.first
      let more = group.count > 1 ? "; \(group.count - 1) more like it here" : ""
      table.add([
        Cell(pen("check", .doubt)), Cell(pen(type(of: finding).check)),
        Cell(pen(visible(finding.name), limit: 40)),
        pen.cell(
          finding.site, and: isNarrow ? nil : finding.otherSite, .plain, places, isNeeded: hasTwo),
        Cell(pen(words.text(of: finding.sentence, places) + more, limit: 1000)),
      ])
      if explains, let evidence = evidence(of: finding) { table.add(pen("     " + evidence, limit: 1000)) }
    }
    if groups.count > limit { table.add(pen("… \(plural(groups.count - limit, "more finding"))", .dim)) }
    table.write(with: pen, to: &out)
  }

  /// `of #19, #20; the check's numbers: fewest values 3`; nil where there is nothing to add.
  private func evidence(of finding: any Finding) -> String? {
    let shown = finding.lives.prefix(4).map { "#\(trace.forest.printed($0))" }
    let rest = finding.lives.count - shown.count
    let lives = shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    let numbers = type(of: finding).description.thresholdWords.map { "the check's numbers: \($0)" }
    let parts = [lives.isEmpty ? nil : "of \(lives)", numbers].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }
}
