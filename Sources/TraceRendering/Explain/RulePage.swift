package import TraceAnalysis

/// Verdicts and checks as a page of documentation, in Markdown.
package enum RulePage {
  /// The page with all of them.
  package static var text: String {
    var text = """
      # Verdicts and checks

      The verdicts and checks of `rxtrace`, each with its claim, its reasons and its excuses.

      `rxtrace explain` lists them, and `rxtrace explain NAME` prints one of them. This page is the answer of
      `rxtrace explain --format markdown`.

      ## Words


      """
    text += items(RuleDescriptions.terms.map { "**\($0.word)**: \($0.meaning)" })
    text += "\n## All verdicts\n\n" + items(RuleDescriptions.common)
    text += "\n## Verdicts\n"
    for rule in RuleDescriptions.verdicts { text += "\n" + section(rule) }
    text += "\n## Checks\n"
    for rule in RuleDescriptions.checks { text += "\n" + section(rule) }
    return text
  }

  /// The section about one.
  package static func section(_ rule: RuleDescription) -> String {
    var text = "### \(rule.title)\n\n`\(rule.name)`. \(rule.claim)\n"
    if !rule.otherTitles.isEmpty {
      text += "\nOther titles: \(rule.otherTitles.joined(separator: "; ")).\n"
    }
    text += "\n**Needs**\n\n" + items(rule.needs)
    text += "\n**Excuses**\n\n" + items(rule.excuses)
    if !rule.thresholds.isEmpty {
      text += "\n| Threshold | Value | Reason |\n| --- | ---: | --- |\n"
      for threshold in rule.thresholds {
        text += "| \(threshold.name) | \(threshold.text) | \(threshold.reason) |\n"
      }
    }
    text += "\n**A program with it**\n\n" + paragraph(rule.faulty)
    return text + "\n**A program without it**\n\n" + paragraph(rule.healthy)
  }

  private static func items(_ texts: [String]) -> String { texts.map { "- \($0)\n" }.joined() }

  private static func paragraph(_ example: RuleDescription.Example) -> String {
    let path = example.path.map { " (`\($0)`\(example.isMended ? ", mended" : ""))" } ?? ""
    return example.text + path + "\n"
  }
}
