import ArgumentParser
import TraceAnalysis
import TraceFormat

struct Mark: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Write a mark into a recording from outside, while its program runs or afterwards.",
    usage: "rxtrace mark [FILE] TEXT [--at TIME]\n       rxtrace mark --pid PID TEXT [--at TIME]",
    discussion: """
      rxtrace mark app.rxtrace "deploy done"
      rxtrace mark --pid 4711 "room closed"
      rxtrace mark app.rxtrace "cache emptied" --at -90s
      rxtrace mark app.rxtrace "alarm" --at 12:03:04.5
      rxtrace leaks app.rxtrace --between "deploy done" "load test over"
      rxtrace leaks app.rxtrace --rounds "room closed"

      The mark is of this moment, or of an earlier one with --at. It counts like a mark that the program makes with \
      Trace.mark. With --at a recording that has ended takes marks, too. The \
      program is not touched: the mark lies beside its recording, in app.rxtrace.marks, and is read with it. Keep the two \
      together. Without FILE the newest *.rxtrace of this folder is marked.
      """
  )

  @Option(name: .shortAndLong, help: "A running process that writes a recording.") var pid: Int32?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The moment, if not now: 5s (from the recording's start), -2s (from its end, or from now), or the time of a clock: \
      12:03:04.5 here, 12:03:04Z in universal time, the last one of several days.
      """, valueName: "time"),
    transform: PassedMoment.moment)
  var at: PassedMoment?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Write *** for each match in the text: a regular expression, as for record. The recording's own expressions apply "
        + "anyway, while its program runs or RXTRACE_REDACT has them.",
      valueName: "regex"))
  var redact: [String] = []

  @Argument(
    help: ArgumentHelp("The recording, and the mark's text: one word, in quotes.", valueName: "file> <text"),
    completion: .file(extensions: ["rxtrace"]))
  var words: [String] = []

  func validate() throws {
    for pattern in redact { try RedactOption.check(pattern) }
    if let pid, pid <= 0 { throw ValidationError("--pid takes the number of a process.") }
    guard let text = words.last else { throw ValidationError(Self.noText("app.rxtrace")) }
    guard words.count <= (pid == nil ? 2 : 1) else {
      throw ValidationError(
        pid == nil || words.count > 2
          ? "The text is one word: put it in quotes, as in: rxtrace mark app.rxtrace \"deploy done\"."
          : "Name a recording or a process, not both of them.")
    }
    // A forgotten text must not make the recording's name the text of another mark.
    if pid == nil, words.count == 1, text.hasSuffix(".rxtrace") || text == "-" {
      throw ValidationError(Self.noText(text))
    }
    guard text.contains(where: { !$0.isWhitespace }) else {
      throw ValidationError("The text is empty: describe the moment, such as \"deploy done\".")
    }
    if words.count == 2, words[0] == "-" {
      throw ValidationError("Standard input cannot be marked; name the file into which the program records.")
    }
    if words.count == 2, words[0].isEmpty { throw ValidationError("The name of the recording is empty.") }
  }

  private static func noText(_ file: String) -> String {
    "Name the text of the mark, too: rxtrace mark \((file == "-" ? "app.rxtrace" : file).shellWord) \"deploy done\"."
  }

  func run() throws {
    let moment = MonotonicClock.now
    let typed = words[words.count - 1]
    let process = try pid.map(recordingOfProcess)
    let place = try process?.place ?? RecordingPlace(words.dropLast().first ?? newest())
    let recording = try MarkedRecording(
      at: place, writtenBy: process.map { .running($0.process, holdsIt: true) })
    let text = try MarkRedaction(redact, of: recording).text(typed)
    let time =
      if let at { try recording.mark(text, at: recording.time(of: at, now: moment)) } else {
        try recording.running().mark(text, at: moment)
      }
    if text.utf8.count > MarkLine.longestText {
      Output.note("the text is cut after \(MarkLine.longestText) bytes")
    }
    let shown = text.utf8.count > 80 ? "\(text.prefix(79))…" : text
    try Output.answer(
      "\(place.name.visible)  marked at \(TimeUnit.seconds.named(time))  \"\(shown.visible)\"\n")
  }

  /// The recording that the process writes; throws where it writes none.
  private func recordingOfProcess(_ process: Int32) throws(CommandFailure) -> RecordingOfProcess {
    if let found = try RecordingOfProcess(process, for: "mark --pid \(process) TEXT") { return found }
    throw CommandFailure(
      "process \(process) records nothing, so a mark has no place; start it with RXTRACE=FILE, or judge it without a "
        + "recording: rxtrace leaks --pid \(process)", status: ExitStatus.unreadableInput)
  }

  private func newest() throws(CommandFailure) -> String {
    let path = try OpenedRecording.newest()
    Output.note("marking \(path.visible), the newest recording of this folder")
    return path
  }
}
