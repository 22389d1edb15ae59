import ArgumentParser
import Glibc
import TraceAnalysis
import TraceExport
import TraceFormat
import TraceRendering

struct Live: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show living subscriptions while a program runs, by call site, with rates and leaks.",
    usage: "rxtrace live [FILE | --pid PID] [options]\n       rxtrace live [options] -- CMD [ARG ...]",
    discussion: """
      rxtrace live -- .build/debug/app
      rxtrace live app.rxtrace --site Session.swift
      rxtrace live --pid 4711 --every 5s
      rxtrace live app.rxtrace --speed 10

      On a terminal the table renews itself. There q quits, s sorts, g groups, / filters, space stands still, l shows the \
      leaks, m writes a mark, ? shows the other keys. Elsewhere there is a line each time.

      A program that is run here has the keyboard to itself. Its output to the terminal is shown after its end, and the \
      leaks below it. Meanwhile the table goes to standard error. The program's exit status is passed on.
      """,
    aliases: ["top"]
  )

  @OptionGroup var argument: RecordingArgument
  @OptionGroup var program: ProgramOption

  @Option(
    name: .shortAndLong,
    help: """
      A running process: the recording that it writes. Where it writes none, its table of living subscriptions is looked \
      into, from which rates of values, leaks and marks are missing. It is not stopped.
      """)
  var pid: Int32?

  @Option(
    help: ArgumentHelp("How often to look: 200ms, 5s. Default: 1s.", valueName: "time"),
    transform: DurationArgument.length)
  var every: DurationArgument?

  @Option(
    help: ArgumentHelp("Group the rows by: \(Stats.groups).", valueName: "key"),
    completion: .list(StatsGrouping.allCases.map(\.rawValue)), transform: Stats.grouping)
  var group: StatsGrouping = .site

  @Option(
    help: ArgumentHelp(
      "Play a recording from its beginning, this many times as fast as it was.", valueName: "times"))
  var speed: Double?

  enum Format: String, CaseIterable, ExpressibleByArgument { case text, json }

  @Option(help: "A table or lines to read, or a JSON object a line, a line a look.") var format: Format =
    .text

  @Option(help: ArgumentHelp("At most this many rows.", valueName: "rows")) var max: Int?
  @Flag(help: "In JSON, number every subscription of a leak: by default five.") var ids = false

  @OptionGroup(title: "Filters") var filter: FilterOptions
  @OptionGroup(title: "Verdicts") var verdicts: VerdictOptions
  @OptionGroup(title: "Output") var answer: AnswerOptions

  private static let shortest: UInt64 = 50_000_000

  func validate() throws {
    try Count.check(max, of: "rows")
    if ids, format != .json { throw ValidationError("--ids is for --format json.") }
    if let speed {
      guard speed > 0, speed <= 1e6 else {
        throw ValidationError("--speed takes a number above 0, such as 10.")
      }
      if !program.words.isEmpty || pid != nil {
        throw ValidationError("--speed plays a recording; a program that runs has its own.")
      }
    }
    try program.validate(besides: argument.file.map { [$0] } ?? [])
    if let pid {
      if pid <= 0 { throw ValidationError("--pid takes the number of a process.") }
      if argument.file != nil || !program.words.isEmpty {
        throw ValidationError("Name a recording, a process or a program, not two of them.")
      }
    }
    guard every?.nanoseconds ?? .max >= Self.shortest else {
      throw ValidationError("--every takes a time from 50ms.")
    }
  }

  func run() throws {
    if !program.words.isEmpty { return try runProgram() }
    let process = try pid.flatMap { try RecordingOfProcess($0, for: "live --pid \($0)") }
    if let pid, process == nil {
      var view = try LivingView.begin(self, of: pid)
      return try view.run()
    }
    var growing = try GrowingRecording(
      process.map { try OpenedRecording.open($0.place) } ?? argument.open(), of: process)
    var view = LiveView(self, on: try answer.growing())
    view.listen()
    if let speed { return try replay(growing.recording, speed, in: &view) }
    try view.show(growing)
    while !growing.isLast || view.behind > 0,
      view.wait(milliseconds: view.pause(growing, every: milliseconds), for: growing)
    {
      try growing.readAgain()
      try view.show(growing)
    }
    while view.wait(milliseconds: LiveView.forKeysAlone) {}
  }

  private func replay(_ recording: Recording, _ speed: Double, in view: inout LiveView) throws {
    let (began, ended) = (recording.timeRange.lowerBound, recording.timeRange.upperBound)
    let step = Swift.max(1, UInt64(Double(milliseconds) * 1e6 * speed))
    var trace = try AnalyzedTrace(reading: recording, verdicts, filter, isQuiet: true)
    var time = began
    // A key leads a twentieth of the recording on, or back.
    let stride = Swift.max(step, (ended - began) / 20)
    while true {
      time = ended - time > step ? time + step : ended
      try trace.goBack(to: time, of: recording, verdicts, filter, keepsActivity: false)
      try view.show(trace, at: time, "REPLAY x\(speed.formatted)")
      guard view.wait(milliseconds: time < ended ? milliseconds : LiveView.forKeysAlone) else { return }
      let (distance, isFar) = stride.multipliedReportingOverflow(by: UInt64(view.steps.magnitude))
      let steps = view.takeSteps()
      if steps < 0 {
        time -= isFar ? time - began : Swift.min(time - began, distance &+ step)
      } else if steps > 0 {
        time += isFar ? ended - time : Swift.min(ended - time, distance)
      }
    }
  }

  private func runProgram() throws {
    var view = LiveView(self, on: try answer.growing(STDERR_FILENO))
    view.remark = "   keys go to the program"
    let isTable = view.screen.renews && format == .text
    let typing = isTable ? HiddenTyping() : nil
    defer { typing?.end() }
    let collected = try CollectedOutput(isNeeded: isTable)
    var run = try RecordedRun(
      program.words, streams: collected.map { .screenKept(collectingIn: $0.descriptor) } ?? .shared)
    var growing: GrowingRecording?
    var status: TargetStatus?
    // A view that fails must not leave the program without somebody who waits for it.
    var failure: (any Error)?
    repeat {
      status = run.wait(
        milliseconds: growing.map { view.pause($0, every: milliseconds) } ?? min(milliseconds, 200))
      guard failure == nil else { continue }
      do {
        if growing == nil {
          growing = try GrowingRecording(startedAt: run.path)
        } else {
          try growing?.readAgain(isOver: status != nil)
        }
        if let growing { try view.show(growing) }
      } catch {
        failure = error
      }
    } while status == nil
    do {
      while failure == nil, view.behind > 0, let growing { try view.show(growing) }
    } catch {
      failure = error
    }
    typing?.end()
    collected?.release()
    let recordings = run.recordings
    let outcome = Result { try sayLeaks(in: recordings) }
    run.discard()
    if let failure = failure as? CommandFailure { Output.note(failure.message) }
    if case .failure(let failure as CommandFailure) = outcome { Output.note(failure.message) }
    try status?.end()
  }

  /// Says the same as `rxtrace leaks`, in the place of the table.
  private func sayLeaks(in recordings: [String]) throws {
    if recordings.isEmpty {
      Output.note("nothing was recorded: \(MissingRecording(program: program.words[0]).reason)")
    }
    let page = answer.appearance.page(on: .descriptor(STDERR_FILENO))
    // A reader of JSON has had it in the last line.
    guard format == .text else { return }
    for path in recordings {
      let trace = try AnalyzedTrace(reading: OpenedRecording.open(path), verdicts, filter)
      try Output.tell("\n" + TraceAnalysis.render(trace, as: .leaks(on: page)), on: STDERR_FILENO)
    }
  }

  var milliseconds: Int { every.map { Int(clamping: $0.nanoseconds / 1_000_000) } ?? 1000 }
}

extension Double {
  /// Without needless decimals.
  fileprivate var formatted: String { self == rounded() && self < 1e15 ? String(Int(self)) : String(self) }
}
