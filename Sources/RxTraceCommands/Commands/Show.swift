import ArgumentParser
import TraceAnalysis
import TraceExport
import TraceFormat
import TraceRendering

struct Show: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show single subscriptions: their lives, last values, causes and owners.",
    usage: "rxtrace show [FILE] ID|SITE [options]",
    discussion: """
      rxtrace show app.rxtrace '#20'
      rxtrace show app.rxtrace Session.swift:47 --state alive
      """
  )

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Argument(
    help: ArgumentHelp("A recording, and what to show: #20, 20,21, Session.swift:47, an operator or label."))
  var words: [String] = []

  @Option(help: ArgumentHelp("At most this many subscriptions.", valueName: "count")) var max = 20
  @Option(help: ArgumentHelp("So many of the last events of each.", valueName: "count")) var last = 4
  @Option(help: "Text, or a JSON object.") var format: Format = .text
  @OptionGroup(title: "What it is about") var filter: FilterOptions
  @OptionGroup(title: "Verdicts") var verdicts: VerdictOptions
  @OptionGroup(title: "Output") var answer: AnswerOptions

  func validate() throws {
    guard words.count == 1 || words.count == 2 else {
      throw ValidationError(
        "Name a subscription or a call site: rxtrace show FILE '#20', rxtrace show FILE map.")
    }
    if max < 1 { throw ValidationError("--max takes a number of subscriptions, from 1.") }
    if last < 0 { throw ValidationError("--last takes a number of events, from 0.") }
  }

  func run() throws {
    let recording = try OpenedRecording.open(words.count == 2 ? words[0] : nil)
    var trace = try AnalyzedTrace(reading: recording, verdicts, filter, keepsCauses: true)
    let meant = try self.meant(in: trace)
    let shown = Array(meant.prefix(max))
    switch format {
    case .json:
      trace.selection = Set(shown)
      try answer.answer(trace, as: TreeJSON())
    case .text:
      let events = recording.lastEvents(of: Set(shown), last, trace.forest)
      try answer.answer(trace, as: ShowText(shown, events: events, on: answer.page))
    }
    if meant.count > shown.count {
      Output.note("\(meant.count - shown.count) more subscriptions match; --max \(meant.count) shows all")
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
        "nothing was made at \(word.shellWord), or is called so; rxtrace stats --all lists the call sites",
        status: ExitStatus.usage)
    }
    return found
  }
}

extension Recording {
  /// The last events of each of these subscriptions, in the order of time.
  fileprivate func lastEvents(of numbers: Set<Int>, _ count: Int, _ forest: Forest) -> [Int: [TraceRecord]] {
    var events: [Int: [TraceRecord]] = [:]
    guard count > 0 else { return events }
    forEach({ record in
      guard let id = record.event.subscription, let number = forest[id]?.number, numbers.contains(number)
      else {
        return
      }
      if events[number]?.count == count { events[number]?.removeFirst() }
      events[number, default: []].append(record)
    })
    return events
  }
}
