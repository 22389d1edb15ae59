import ArgumentParser
import TraceAnalysis
import TraceExport
import TraceFormat
import TraceRendering

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show single subscriptions: their lives, last values, causes and owners.",
    usage: "rxtrace show [FILE ...] ID|SITE [options]",
    discussion: """
      rxtrace show app.rxtrace '#20'
      rxtrace show app.rxtrace Session.swift:47 --state alive
      """
  )

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Argument(
    help: ArgumentHelp(
      "A recording, and the subscriptions to show: #20, 20,21, Session.swift:47, an operator or label."))
  var words: [String] = []

  @Option(help: ArgumentHelp("At most this many subscriptions.", valueName: "count")) var max = 20
  @Option(help: ArgumentHelp("This many of the last events of each.", valueName: "count")) var last = 4
  @Option(help: "Text, or a JSON object.") var format: Format = .text
  @OptionGroup(title: "Filters") var filter: FilterOptions
  @OptionGroup(title: "Verdicts") var verdicts: VerdictOptions
  @OptionGroup(title: "Output") var answer: AnswerOptions

  func validate() throws {
    guard !words.isEmpty else {
      throw ValidationError(
        "Name a subscription or a call site: rxtrace show FILE '#20', rxtrace show FILE map.")
    }
    if let last = words.last, last.hasSuffix(".rxtrace") {
      throw ValidationError(
        "Name subscriptions of \(words[0].shellWord), too: a number such as '#20', or a call site.")
    }
    if max < 1 { throw ValidationError("--max takes a number of subscriptions, from 1.") }
    if last < 0 { throw ValidationError("--last takes a number of events, from 0.") }
  }

  func run() throws {
    let paths = words.count == 1 ? [nil] : words.dropLast().map { $0 }
    let all = EachRecording(paths: paths)
    try all.answer(with: answer, hasHeadings: format == .text, drawing)
  }

  private func drawing(of path: String?) throws -> (trace: AnalyzedTrace, renderer: any Renderer) {
    let recording = try OpenedRecording.open(path)
    var trace = try AnalyzedTrace(reading: recording, verdicts, filter, keepsCauses: true)
    let meant = try self.meant(in: trace)
    let shown = Array(meant.prefix(max))
    if meant.count > shown.count {
      Output.note("\(meant.count - shown.count) more subscriptions match; --max \(meant.count) shows all")
    }
    let events = ShownEvents(of: recording, Set(shown), last: last, trace.forest)
    switch format {
    case .json:
      trace.selection = Set(shown)
      return (trace, ShowJSON(shown, events: events.last, effects: events.effects))
    case .text:
      return (trace, ShowText(shown, events: events.last, effects: events.effects, on: answer.page))
    }
  }

  private func meant(in trace: AnalyzedTrace) throws(CommandFailure) -> [Int] {
    let word = words[words.count - 1]
    if let numbers = SubscriptionNumbers(argument: word)?.numbers {
      try FilterOptions.check(numbers, "show", in: trace.forest)
      return numbers.sorted()
    }
    let found = trace.forest.lives.filter { $0.matches(word) && trace.isSelected($0.number) }.map(\.number)
    guard !found.isEmpty else {
      throw CommandFailure(
        "no subscription was made at \(word.shellWord), or is called so; rxtrace stats --all lists the call sites",
        status: ExitStatus.usage)
    }
    return found
  }
}

/// The events of some subscriptions, and their consequences.
private struct ShownEvents {
  /// The last events of each, in the order of time.
  private(set) var last: [Int: [TraceRecord]] = [:]
  /// How many events of each other subscription one of theirs led to.
  private(set) var effects: [Int: [Int: Int]] = [:]

  /// Consequences of an event come soon: so many are remembered.
  private static let remembered = 100_000

  init(of recording: Recording, _ numbers: Set<Int>, last count: Int, _ forest: Forest) {
    // Event -> whose it is.
    var own: [EventID: Int] = [:]
    recording.forEach({ record in
      let fields = EventFields(record.event, forest)
      guard let number = fields.subscription else { return }
      if let cause = fields.cause, let owner = own[cause], owner != number {
        effects[owner, default: [:]][number, default: 0] += 1
      }
      guard numbers.contains(number) else { return }
      if let event = fields.event {
        if own.count >= Self.remembered { own.removeAll(keepingCapacity: true) }
        own[event] = number
      }
      guard count > 0 else { return }
      if last[number]?.count == count { last[number]?.removeFirst() }
      last[number, default: []].append(record)
    })
  }
}
