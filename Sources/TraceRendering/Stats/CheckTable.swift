import TraceAnalysis
import TraceFormat

/// What the checks found, a line each: `check  retried  load  Config.swift:22  failed once after 2.000 s`.
struct CheckTable {
  let findings: [any Finding]
  private let trace: AnalyzedTrace
  private let pen: Pen

  /// - Parameter skipsAbsorbed: leaves out what the verdicts tell already.
  init(_ trace: AnalyzedTrace, _ pen: Pen, skipsAbsorbed: Bool = false) {
    self.trace = trace
    self.pen = pen
    findings =
      skipsAbsorbed ? trace.unabsorbedFindings : trace.findings
  }

  var isEmpty: Bool { findings.isEmpty }

  func write(to out: inout some TextOutputStream) {
    let places = Places(trace.forest)
    let words = Wording(trace)
    var table = Table(columns: [
      Column("", gap: 0, isOptional: true), Column(""), Column("", least: 12, isOptional: true),
      // On a page of sixty columns there is room for the place of any program; in less, hardly.
      Column("", isOptional: pen.page.width < 60),
      Column("", least: 18, wraps: true, goesBelow: true),
    ])
    // Each call site at most once a check; a page of them is enough.
    for finding in findings.prefix(40) {
      table.add([
        Cell(pen("check", .doubt)), Cell(pen(type(of: finding).check)),
        Cell(pen(visible(finding.name), limit: 40)),
        pen.cell(finding.site, .plain, places),
        Cell(pen(words.text(of: finding.sentence, places), limit: 1000)),
      ])
    }
    if findings.count > 40 { table.add(pen("… \(plural(findings.count - 40, "more finding"))", .dim)) }
    table.write(with: pen, to: &out)
  }
}
