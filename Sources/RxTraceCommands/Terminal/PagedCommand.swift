import ArgumentParser

/// A verb whose answer may be longer than a screen.
protocol PagedCommand: ParsableCommand {
  /// Whether its answer is to be paged where it goes to a terminal.
  var usesPager: Bool { get }
}

extension Leaks: PagedCommand { var usesPager: Bool { answer.usesPager } }
extension Explain: PagedCommand { var usesPager: Bool { answer.usesPager } }
extension Stats: PagedCommand { var usesPager: Bool { answer.usesPager } }
extension Show: PagedCommand { var usesPager: Bool { answer.usesPager } }
extension Diff: PagedCommand { var usesPager: Bool { answer.usesPager } }
extension Render: PagedCommand { var usesPager: Bool { answer.usesPager } }
extension Events: PagedCommand { var usesPager: Bool { answer.usesPager && !follow } }
extension Info: PagedCommand { var usesPager: Bool { answer.usesPager } }
extension Probes: PagedCommand { var usesPager: Bool { answer.usesPager } }

extension AnswerOptions {
  fileprivate var usesPager: Bool { appearance.pager && (output ?? "-") == "-" }
}
