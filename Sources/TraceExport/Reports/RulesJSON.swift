package import TraceAnalysis

/// `explain --format json`: verdicts and checks in words.
package struct RulesJSON {
  private let json: JSON

  package init(_ rules: [RuleDescription]) {
    json = .object([
      ("schema", "rxtrace"), ("version", .number(1)), ("report", "explain"),
      ("rules", .list(rules.map(Self.rule))),
    ])
  }

  private static func rule(_ rule: RuleDescription) -> JSON {
    .object([
      ("family", .text(rule.family.rawValue)), ("name", .text(rule.name)), ("title", .text(rule.title)),
      ("other_titles", texts(rule.otherTitles)), ("claim", .text(rule.claim)),
      ("needs", texts(rule.needs)), ("excuses", texts(rule.excuses)),
      ("thresholds", JSON.thresholds(of: rule)), ("faulty", example(rule.faulty)),
      ("healthy", example(rule.healthy)),
    ])
  }

  private static func example(_ example: RuleDescription.Example) -> JSON {
    .object([
      ("text", .text(example.text)), ("program", .text(example.path)), ("is_mended", .flag(example.isMended)),
    ])
  }

  private static func texts(_ texts: [String]) -> JSON { .list(texts.map { .text($0) }) }

  /// One line.
  package var text: String { json.description + "\n" }
}

extension JSON {
  /// The numbers that decide in a rule, each with its reason.
  static func thresholds(of rule: RuleDescription) -> JSON {
    .list(
      rule.thresholds.map { threshold in
        let (value, unit) = number(of: threshold.value)
        return .object([
          ("name", .text(threshold.name)), ("value", .number(value)), ("unit", .text(unit)),
          ("reason", .text(threshold.reason)),
        ])
      })
  }

  private static func number(of value: RuleDescription.Threshold.Value) -> (value: UInt64, unit: String) {
    switch value {
    case .count(let count): (count, "count")
    case .duration(let time): (time, "ns")
    case .times(let factor): (factor, "times")
    }
  }
}
