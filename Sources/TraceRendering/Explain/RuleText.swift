package import TraceAnalysis

/// Verdicts and checks in words, for a terminal.
package struct RuleText {
  private let pen: Pen

  package init(on page: Page) { pen = Pen(page: page) }

  /// Writes all that is known of one.
  package func write(_ rule: RuleDescription, to out: inout some TextOutputStream) {
    for line in pen.wrapped(pen(rule.title, .bold), indent: 2) { say(line, to: &out) }
    say(pen("\(rule.family.rawValue) \(rule.name)", .dim), to: &out)
    for line in rule.otherTitles.flatMap({ pen.wrapped(pen("also: \($0)", .dim), indent: 2) }) {
      say(line, to: &out)
    }
    write([rule.claim], under: nil, after: "", to: &out)
    write(rule.needs, under: "Needs", to: &out)
    write(rule.excuses, under: "Excuses", to: &out)
    write(rule.thresholds.map(\.sentence), under: "Thresholds", to: &out)
    write(rule.faulty, under: "A program with it", to: &out)
    write(rule.healthy, under: "A program without it", to: &out)
  }

  /// Writes the names and titles of all, and what holds for all verdicts.
  package func writeList(to out: inout some TextOutputStream) {
    for (heading, rules) in [
      ("Verdicts", RuleDescriptions.verdicts), ("Checks", RuleDescriptions.checks),
    ] {
      say(pen(heading, .bold), to: &out)
      var table = Table(columns: [Column(""), Column("", least: 18, wraps: true)])
      for rule in rules { table.add([Cell(pen(rule.name)), Cell(pen(rule.title))]) }
      table.write(with: pen, to: &out)
      say(Line(), to: &out)
    }
    say(pen("All of one: rxtrace explain NAME"), to: &out)
    write(RuleDescriptions.terms.map { "\($0.word): \($0.meaning)" }, under: "Words", to: &out)
    write(RuleDescriptions.common, under: "For all verdicts", to: &out)
  }

  private func write(
    _ example: RuleDescription.Example, under heading: String, to out: inout some TextOutputStream
  ) {
    write([example.text], under: heading, after: "  ", to: &out)
    guard let path = example.path else { return }
    // On one line, whatever the width: it is to be copied.
    say(pen("  \(path)\(example.isMended ? ", mended" : "")", .dim), to: &out)
  }

  /// Writes texts below a heading, each after a mark.
  private func write(
    _ texts: [String], under heading: String?, after mark: String = "  - ",
    to out: inout some TextOutputStream
  ) {
    guard !texts.isEmpty else { return }
    say(Line(), to: &out)
    if let heading { say(pen(heading, .bold), to: &out) }
    let mark = pen(mark)
    for text in texts {
      // Sentences of ours: none is cut.
      let lines = pen.wrapped(pen(text, limit: 10_000), to: pen.page.width - mark.width)
      for (index, line) in lines.enumerated() {
        say((index == 0 ? mark : pen.spaces(mark.width)) + line, to: &out)
      }
    }
  }

  private func say(_ line: Line, to out: inout some TextOutputStream) { line.write(on: pen.page, to: &out) }
}
