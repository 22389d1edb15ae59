import TraceAnalysis
import TraceFormat

/// The members `why` of `leaks --why --format json`.
extension JSON {
  /// How many cases of a leak have their numbers at most.
  private static let mostCases = 100

  /// The evidence of a leak by number.
  static func why(_ leak: Leak, _ trace: AnalyzedTrace) -> JSON {
    let cases = leak.cases.prefix(mostCases).map { each in
      JSON.object([
        ("id", .number(trace.forest.printed(each.life))),
        ("evidence", .list(each.evidence.map { evidence($0, trace) })),
      ])
    }
    return .object([
      ("rule", .text(leak.reason.name)),
      ("evidence", .list(leak.evidence.map { evidence($0, trace) })),
      ("case_count", .number(leak.cases.count)), ("cases", .list(Array(cases))),
      ("thresholds", RuleDescriptions.named(leak.reason.name).map(thresholds) ?? []),
    ])
  }

  /// The numbers of the check that made a finding.
  static func why(_ finding: any Finding) -> JSON {
    .object([
      ("rule", .text(type(of: finding).check)), ("thresholds", thresholds(of: type(of: finding).description)),
    ])
  }

  /// The lines with living subscriptions that are not accused.
  static func livingLines(_ trace: AnalyzedTrace) -> JSON {
    let words = LivingWords(trace)
    return .list(
      trace.livingLines.map { line in
        .object([
          ("site", site(line.site)), ("verdict", .text(verdict(line.verdict).word)),
          ("ids", numbers(line.lives.map(trace.forest.printed))),
          ("subscription_count", .number(line.subscriptions)),
          ("sites", .list(line.parts.map(site))), ("sentence", .text(words.reason(of: line))),
          ("reasons", .list(line.reasons.map { reason($0, trace) })),
        ])
      })
  }

  private static func reason(_ acquittal: Acquittal, _ trace: AnalyzedTrace) -> JSON {
    .object([
      ("rules", .list(acquittal.rules.map { .text($0.name) })),
      ("weight", .text("\(acquittal.weight)")),
      ("evidence", evidence(acquittal.evidence, trace)),
    ])
  }

  private static func evidence(_ evidence: any Evidence, _ trace: AnalyzedTrace) -> JSON {
    .object([
      ("kind", .text(evidence.name)),
      ("sentence", .text(evidence.sentence.map { SentenceText($0, trace).text })),
      ("figures", .list(evidence.figures.map { figure($0, trace) })),
    ])
  }

  private static func figure(_ figure: Figure, _ trace: AnalyzedTrace) -> JSON {
    let (unit, value): (String, JSON) =
      switch figure.value {
      case .count(let count): ("count", .number(count))
      case .duration(let time): ("ns", .number(time))
      case .moment(let time): ("time_ns", .number(time.since(trace.forest.began)))
      case .life(let number): ("id", .number(trace.forest.printed(number)))
      case .owner(let owner): ("owner", .number(owner.rawValue))
      case .site(let site): ("site", JSON.site(site))
      case .text(let text): ("text", .text(text))
      case .flag(let flag): ("flag", .flag(flag))
      }
    return .object([("name", .text(figure.name)), ("unit", .text(unit)), ("value", value)])
  }
}
