import ArgumentParser
import TraceAnalysis
import TraceExport
import TraceRendering

struct Explain: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Explain a verdict or a check: its claim, its needs, its excuses and its thresholds.",
    usage: "rxtrace explain [NAME] [options]",
    discussion: """
      rxtrace explain
      rxtrace explain handleForgotten
      rxtrace explain handle let go, never disposed
      rxtrace explain late-values --json

      Without NAME it lists all of them, as `rxtrace help verdicts` does. The title that `rxtrace leaks` \
      prints does as well as the name.
      """
  )

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json, markdown }

  @Argument(
    help: ArgumentHelp("A verdict or a check: its name or its title.", valueName: "name"),
    completion: .list(RuleDescriptions.all.map(\.name)))
  var words: [String] = []

  @Option(help: "Text, a JSON object, or a page of documentation.") var format: Format = .text
  @OptionGroup(title: "Output") var answer: AnswerOptions

  func run() throws {
    let rule = try words.isEmpty ? nil : Self.rule(named: words.joined(separator: " "))
    var text = ""
    switch (format, rule) {
    case (.text, let rule?): RuleText(on: answer.page).write(rule, to: &text)
    case (.text, nil): RuleText(on: answer.page).writeList(to: &text)
    case (.json, let rule): text = RulesJSON(rule.map { [$0] } ?? RuleDescriptions.all).text
    case (.markdown, let rule): text = rule.map(RulePage.section) ?? RulePage.text
    }
    try answer.answer(text)
  }

  static func rule(named words: String) throws(CommandFailure) -> RuleDescription {
    if let rule = RuleDescriptions.named(words) { return rule }
    let hint =
      meant(by: words).map { "did you mean `rxtrace explain \($0)`?" }
      ?? "`rxtrace explain` lists all of them."
    throw CommandFailure(
      "there is no verdict or check \(words.shellWord); \(hint)", status: ExitStatus.usage)
  }

  /// The name of the verdict or check whose name or title is nearest to `words`.
  private static func meant(by words: String) -> String? {
    let keys = RuleDescriptions.all.flatMap(RuleDescriptions.keys)
    let nearest = Suggestion.nearest(to: RuleDescriptions.key(words), among: keys)
    return nearest.flatMap(RuleDescriptions.named)?.name
  }
}
