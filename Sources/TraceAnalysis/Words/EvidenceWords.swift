import TraceFormat

// Evidence by number, and reasons for which a living subscription is no leak, in words.

extension Wording {
  /// `longest of the ended 1.200 s`, `first #3`.
  package func text(of figure: Figure, _ places: Places) -> String {
    "\(figure.name) \(text(of: figure.value, places))"
  }

  /// `longest of the ended 1.200 s (0.900 s to 3.000 s in 4 cases)`, `first #3 (another one in 2 cases)`.
  package func text(of number: WeighedEvidence.Number, cases: Int, _ places: Places) -> String {
    let text = text(of: number.figure, places)
    if let range = number.range {
      let value = number.figure.value
      let least = self.text(of: value.with(range.lowerBound), places)
      let most = self.text(of: value.with(range.upperBound), places)
      return "\(text) (\(least) to \(most) in \(plural(cases, "case")))"
    }
    return number.others > 0 ? "\(text) (another one in \(plural(number.others, "case")))" : text
  }

  private func text(of value: Figure.Value, _ places: Places) -> String {
    switch value {
    case .count(let count): "\(count)"
    case .duration(let time): TimeUnit(for: time).named(time)
    case .moment(let time): moment(time) + " " + unit.name
    case .life(let number): "#\(trace.forest.printed(number))"
    case .owner(let owner): "\(owner.rawValue)"
    case .site(let site): site.operatorName.shortened(to: 40) + " " + places.shortText(site, limit: 48)
    case .text(let text): text.shortened(to: 60)
    case .flag(let flag): flag ? "yes" : "no"
    }
  }
}

extension RuleDescription {
  /// `fewest alive 3; fewest that are held 5`: the numbers that decide. Nil where there are none.
  package var thresholdWords: String? {
    thresholds.isEmpty ? nil : thresholds.map { "\($0.name) \($0.text)" }.joined(separator: "; ")
  }
}

/// The words of a line with living subscriptions that are not accused.
package struct LivingWords: Sendable {
  private let words: Wording
  package let places: Places

  package init(_ trace: AnalyzedTrace) {
    words = Wording(trace)
    places = Places(trace.forest)
  }

  /// `open`, `long-lived`, `not judged`.
  package func word(for verdict: Verdict) -> String {
    switch verdict {
    case .longLived: "long-lived"
    case .unknown: "not judged"
    case .open(.settling): "not yet"
    case .open(.idleShare): "idle"
    case .open(.suspected), .leaked: "suspect"
    case .open(.running), .finished: "open"
    }
  }

  /// The sentence with its full stop.
  package func reason(of line: LivingLine) -> String {
    var parts = line.shown.map { acquittal in
      let text = acquittal.evidence.sentence.map { words.text(of: $0, places) } ?? acquittal.evidence.words
      return text + Self.rules(acquittal)
    }
    if parts.isEmpty { parts = ["no rule applies; rxtrace explain lists them"] }
    let rest = line.lives.count - max(line.told, 1)
    if rest > 0 { parts.append("\(rest) more like it here") }
    let text = parts.joined(separator: "; ")
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private static func rules(_ acquittal: Acquittal) -> String {
    acquittal.rules.isEmpty ? "" : " (\(acquittal.rules.map(\.name).joined(separator: ", ")))"
  }

  /// `Its operators: Session.swift:43, 44, 45; Api.swift:58.`; nil where it has none on other
  /// lines.
  package func parts(of line: LivingLine) -> String? {
    let parts = line.parts.filter { ($0.file, $0.line) != (line.site.file, line.site.line) }
    guard !parts.isEmpty else { return nil }
    var files: [(file: String, lines: [UInt32])] = []
    for site in parts.sorted(by: { ($0.file, $0.line) < ($1.file, $1.line) }) {
      if let last = files.last, last.file == site.file {
        if last.lines.last != site.line { files[files.count - 1].lines.append(site.line) }
      } else {
        files.append((site.file, [site.line]))
      }
    }
    let texts = files.map { file, lines in
      let first = places.text(Site(operatorName: "", file: file, line: lines[0]))
      return ([first] + lines.dropFirst().map(String.init)).joined(separator: ", ")
    }
    return "\(line.lives.count == 1 ? "Its" : "Their") operators: \(texts.joined(separator: "; "))."
  }
}
