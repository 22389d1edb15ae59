import ArgumentParser
import Glibc
import ProcessInspection
import TraceFormat

struct Record: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Record the subscriptions of a program that starts or that runs already.",
    usage: """
      rxtrace record [-o FILE] [-f] [-d TIME] [--values[=LENGTH] | --lives] [--redact REGEX] -- CMD [ARG ...]
      rxtrace record [-o FILE] [-f] [-d TIME] [--values[=LENGTH] | --lives] --pid PID [--when CONDITION]
      """,
    discussion: """
      rxtrace record -- .build/debug/app
      rxtrace record -o app.rxtrace --values=80 -- swift run app --verbose
      rxtrace record --values --redact 'token=\\S+' -- ./server
      rxtrace record --lives --label region=eu -- ./server
      rxtrace record -d 30s --max-size 100M -o %h.rxtrace -- ./server
      rxtrace record --pid 4711 -d 60s -o app.rxtrace
      rxtrace record --pid 4711 -d 60s --when 'alive at Server.swift:40 > 1000'
      rxtrace record --tasks -- ./server

      The program runs as without rxtrace: same input, output, signals and exit status \
      (128+n after signal n). It must link Signals, except with --tasks. Its children are recorded as well, each to a file \
      with its number, app.PID.rxtrace.

      With --pid, a running process records, from its next event on; it must link Signals. The recording \
      begins with the subscriptions that live already. The process goes on afterwards. Until then the recording is in its /tmp; \
      without --max-size it has 256 MB at most.
      """
  )

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp(
      "The recording to write; %h in it is the name of this machine. Default: CMD.NUMBER.rxtrace in this folder, with --pid PROGRAM.PID.rxtrace.",
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
      "The number of a running process to record instead of a program. Ctrl-C ends the recording.",
      valueName: "pid"))
  var pid: Int32?

  @Option(
    help: ArgumentHelp(
      "With --pid: look into the process every second, and record it only when so many subscriptions live: 'alive > 1000', "
        + "'alive at Server.swift:40 > 1000'. --duration counts from then on.",
      valueName: "condition"),
    transform: AliveCondition.init)
  var when: AliveCondition?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "End the program after this time, with the signal TERM: 30s, 5m. If that ends it, the status is 0. With --pid, end "
        + "only the recording.",
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
    if pid == nil, command.isEmpty {
      throw ValidationError(
        "Name the program to record after `--`: rxtrace record -- ./app --its --options; or a process with --pid."
      )
    }
    if pid != nil { try validateForProcess() }
    if when != nil, pid == nil {
      throw ValidationError("--when is for a process that runs; name it with --pid.")
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

  private func validateForProcess() throws {
    guard command.isEmpty else {
      throw ValidationError(
        "--pid records a process that runs, and the words after `--` a new one; choose one.")
    }
    if let pid, pid <= 0 { throw ValidationError("--pid takes the number of a process.") }
    let others = [
      ("--redact", !redact.isEmpty), ("--label", !label.isEmpty), ("--tasks", tasks),
      ("--arguments", arguments),
      ("--wait", wait), ("--verbose", verbose),
    ]
    if let (name, _) = others.first(where: \.1) {
      let instead =
        name == "--redact"
        ? "; RXTRACE_REDACT in the environment of the program holds for its recordings" : ""
      throw ValidationError(
        "\(name) is for a program that record starts, and does not go with --pid\(instead).")
    }
  }

  private func record(_ pid: Int32) throws {
    let attached = try AttachedRecording(pid)
    let destination = try RecordingDestination(
      path: output.map(RecordingDestination.expanded)
        ?? "\(attached.name).\(pid).rxtrace", replacesExisting: force)
    var request = ControlPage.Request()
    request.maximumSize = maxSize?.bytes ?? Self.sizeOfAttached
    request.valueLimit = values.map(UInt32.init(clamping:)) ?? 0
    request.leavesValuesOut = lives
    if let when, try !attached.wait(until: when) { return }
    let end = try attached.record(request, for: duration?.nanoseconds, to: destination) {
      if !quiet {
        Output.note("recording \(attached.name.visible), process \(pid); Ctrl-C ends the recording")
      }
    }
    let hasEnded = if case .processEnded = end { true } else { false }
    RecordingSummary(
      destination: destination, program: attached.name, end: hasEnded ? .ended : .goesOn, early: nil
    ).say(quiet: quiet)
  }

  /// Of a recording that begins in the middle, in a folder of the process's choice.
  private static let sizeOfAttached: UInt64 = 256_000_000

  func run() throws {
    if let pid { return try record(pid) }
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
      destination: destination, program: words.program, end: .status(status), early: early,
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
