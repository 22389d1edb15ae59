import TraceAnalysis

/// The evidence of a leak by number, and the numbers of its rule:
///
///     Evidence by number, of 3 cases:
///       stop fired      stopped #13; stop signal #16; fired at 5.000 s
///       rule            leftBehind: fewest moments 3; fewest turns 3
struct LeakWhy {
  private let leak: Leak
  private let words: LeakWords
  private let pen: Pen

  init(_ leak: Leak, _ words: LeakWords, _ pen: Pen) {
    (self.leak, self.words, self.pen) = (leak, words, pen)
  }

  func write(to out: inout some TextOutputStream) {
    let count = leak.cases.count
    let title = pen("  Evidence by number" + (count > 1 ? ", of \(count) cases, the first one shown:" : ":"))
    for line in pen.wrapped(title, indent: 2) { line.write(on: pen.page, to: &out) }
    var table = Table(columns: [Column("", gap: 4, least: 12), Column("", least: 18, wraps: true)])
    for piece in leak.weighed {
      let numbers = piece.numbers.map { words.words.text(of: $0, cases: count, words.places) }
      table.add([
        Cell(pen(piece.evidence.words, .dim)), Cell(pen(numbers.joined(separator: "; "), limit: 1000)),
      ])
    }
    let numbers = RuleDescriptions.named(leak.reason.name)?.thresholdWords.map { ": \($0)" }
    table.add([
      Cell(pen("rule", .dim)),
      Cell(pen(leak.reason.name + (numbers ?? ", which has no thresholds"), limit: 1000)),
    ])
    table.write(with: pen, to: &out)
  }
}
