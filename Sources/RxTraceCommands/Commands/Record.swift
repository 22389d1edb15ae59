import ArgumentParser
import Glibc
import TraceFormat

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Run a program and record its subscriptions.",
    usage: """
      rxtrace record [-o FILE] [-f] [-d TIME] [--values[=LENGTH] | --lives] [--redact REGEX] -- CMD [ARG ...]
      """,
    discussion: """
      rxtrace record -- .build/debug/app
      rxtrace record -o app.rxtrace --values=80 -- swift run app --verbose
      rxtrace record --values --redact 'token=\\S+' -- ./server
      rxtrace record --lives --label region=eu -- ./server
      rxtrace record -d 30s --max-size 100M -o %h.rxtrace -- ./server
      rxtrace record --tasks -- ./server

      The program runs as without rxtrace: same input, output, signals and exit status \
      (128+n after signal n). It must link Signals, except with --tasks. Its children are recorded as well, each to a file \
      with its number, app.PID.rxtrace.
      """
  )

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp(
      "The recording to write; %h in it is the name of this machine. Default: CMD.NUMBER.rxtrace in this folder.",
      valueName: "file"))
  var output: String?

  @Flag(name: .shortAndLong, help: "Replace the recording if it exists.")
  var force = false

  @Flag(name: .shortAndLong, help: "No summary at the end; warnings still.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Say before the program starts how it is recorded.")
  var verbose = false

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "End the program after this time, with the signal TERM: 30s, 5m. If that ends it, the status is 0.",
      valueName: "time"),
    transform: DurationArgument.length)
  var duration: DurationArgument?

  @Option(
    help: ArgumentHelp(
      "Keep the recording below this size: 100M, 1GiB. Values are given up first, and counted.",
      valueName: "size"),
    transform: SizeArgument.size)
  var maxSize: SizeArgument?

  @Option(
    help: ArgumentHelp(
      "Record the values' descriptions too, each up to this many bytes; --values alone is --values=80.",
      valueName: "length"))
  var values: Int?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Write *** for each match in values, errors, labels, marks and the command line, before they are cut: a "
        + "regular expression, as for --name. As often as you like.",
      valueName: "regex"))
  var redact: [String] = []

  @Flag(
    name: [.long, .customLong("only-lifecycle")],
    help: ArgumentHelp(
      "Record beginnings and ends of subscriptions, and no values, not even their times: for millions of values. "
        + "Leaks are then judged from lives alone, with less certainty."))
  var lives = false

  @Flag(help: "Record the program's tasks too. It need not link Signals.")
  var tasks = false

  @Option(
    help: ArgumentHelp(
      "A label of the recording: region=eu, version=2.4. As often as you like.",
      valueName: "key=value"),
    transform: LabelOption.label)
  var label: [RecordingHeader.Label] = []

  @Flag(help: "Record the command line too; otherwise only the program's name is kept.")
  var arguments = false

  @Flag(
    help: """
      Make the program wait for a slow disk instead of losing events, at its end for a minute at most.
      """)
  var wait = false

  @Argument(
    parsing: .postTerminator,
    help: ArgumentHelp("The program to run, and its arguments.", valueName: "cmd"))
  var command: [String] = []

  /// `arguments` with a plain `--values` written as `--values=80` and `--values 5` as `--values=5`: any other
  /// word that stands apart is not its value.
  static func withValuesSpelledOut(_ arguments: [String]) -> [String] {
    guard arguments.first == _commandName else { return arguments }
    let own = arguments.prefix { $0 != "--" }
    var spelled: [String] = []
    for word in own {
      if spelled.last == "--values", word.utf8.allSatisfy({ (0x30...0x39).contains($0) }), !word.isEmpty {
        spelled[spelled.count - 1] = "--values=\(word)"
      } else {
        spelled.append(word)
      }
    }
    return spelled.map { $0 == "--values" ? "--values=80" : $0 } + arguments.dropFirst(own.count)
  }

  func validate() throws {
    guard !command.isEmpty else {
      throw ValidationError("Name the program to record after `--`: rxtrace record -- ./app --its --options.")
    }
    if lives, values != nil {
      throw ValidationError("--lives leaves out the values that --values keeps; choose one.")
    }
    if let values, !(1...16_384).contains(values) {
      throw ValidationError("--values takes a number of bytes from 1 to 16384.")
    }
    for pattern in redact { try RedactOption.check(pattern) }
    if quiet, verbose { throw ValidationError("--quiet says less and --verbose more; choose one.") }
    if duration?.nanoseconds == 0 { throw ValidationError("--duration takes a time above 0.") }
    if let maxSize, maxSize.bytes < Self.smallest {
      throw ValidationError("--max-size takes a size from 64k: there is no recording in less.")
    }
  }

  private static let smallest: UInt64 = 64_000

  func run() throws {
    let words = CommandLineWords(
      parsed: command, from: CommandLine.unsafeArgv, count: CommandLine.argc)
    let destination = try RecordingDestination(
      path: output.map(RecordingDestination.expanded)
        ?? RecordingDestination.defaultPath(forProgram: words.program), replacesExisting: force)
    let variables = try self.variables(destination)
    let replaced = try force ? ReplacedRecording(at: destination.absolutePath) : ReplacedRecording()
    if verbose {
      for variable in variables { Output.note("\(variable.name)=\(variable.value.shellWord)") }
    }
    let target: Target
    do {
      target = try Target(words, adding: variables)
    } catch {
      replaced.putBack()
      throw error
    }
    let early = quiet ? nil : EarlyReading(destination.absolutePath, options: RecordingSummary.reading)
    let (status, wasAsked) = end(of: target)
    destination.written().main ? replaced.discard() : replaced.putBack()
    RecordingSummary(
      destination: destination, program: words.program, status: status, early: early,
      mustBeRedacted: !redact.isEmpty
    ).say(quiet: quiet)
    StagingSweep.run()
    if !wasAsked || status != .killed(signal: SIGTERM) { try status.end() }
  }

  /// Waits for the program's end, and after `--duration` asks for it.
  private func end(of target: consuming Target) -> (status: TargetStatus, wasAsked: Bool) {
    guard let duration else { return (target.wait(), false) }
    var target = target
    if let status = target.wait(milliseconds: Int(clamping: duration.nanoseconds / 1_000_000)) {
      return (status, false)
    }
    kill(target.pid, SIGTERM)
    return (target.wait(), true)
  }

  private func variables(
    _ destination: RecordingDestination
  ) throws(CommandFailure) -> [(name: String, value: String)] {
    var variables = [(name: "RXTRACE", value: "file:\(destination.absolutePath)")]
    if tasks {
      variables.append(try TasksLibrary.variable())
      TasksLibrary.warn(of: command[0])
    }
    if let values { variables.append(("RXTRACE_VALUES", "\(values)")) }
    if lives { variables.append(("RXTRACE_EVENTS", "lives")) }
    if !redact.isEmpty { variables.append(("RXTRACE_REDACT", RedactOption.variable(redact))) }
    if !label.isEmpty { variables.append(("RXTRACE_LABELS", LabelOption.variable(label))) }
    if let maxSize { variables.append(("RXTRACE_MAX_SIZE", "\(maxSize.bytes)")) }
    if arguments { variables.append(("RXTRACE_ARGUMENTS", "1")) }
    if wait { variables.append(("RXTRACE_WAIT", "1")) }
    return variables
  }
}
