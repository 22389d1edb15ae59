import ArgumentParser
import Dispatch
import Glibc
import Signals

/// Reads a log, and tells what its sources do.
@main
struct Logtap: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Reads a log: its sources, their sessions and speed, and alarming entries.",
    discussion: """
      A line is a time, a source and a message: the package manager's log, syslog, dmesg, lines that begin with seconds \
      since 1970 (git log --format='%ct %an %s'), and similar lines. A session of a source is over after a pause \
      in the log's own time, so a log of a year is read as fast as the disk is.

      Exit status: 0 when the log was read; 64 for wrong usage; 66 if the log cannot be opened, 74 if it cannot be read \
      on; 130 if it was interrupted before its end.
      """)

  @Flag(help: "Go on with lines that are appended to the log, also when it is rotated; Ctrl-C ends it.")
  var follow = false

  @Option(help: ArgumentHelp("A pause that ends a session: 90s, 5m, 2h.", valueName: "time"))
  var idle = Pause(duration: .seconds(60))

  @Option(help: ArgumentHelp("This many entries of a source in 10 s are a burst.", valueName: "entries"))
  var burst = 10

  @Option(help: ArgumentHelp("At most this many alerts are shown; with --follow all.", valueName: "number"))
  var alerts = 10

  @Option(help: ArgumentHelp("At most this many sources are listed.", valueName: "number"))
  var top = 12

  @Flag(help: "Print every session that is over.")
  var sessions = false

  @Option(help: ArgumentHelp("Make a mistake, for tools that look for mistakes.", valueName: "mistake"))
  var leak = Leak.none

  @Argument(help: "The log; standard input if there is none, or if it is -.")
  var file: String?

  mutating func validate() throws {
    guard burst > 0 else { throw ValidationError("--burst needs a number greater than 0.") }
    guard alerts >= 0, top >= 0 else { throw ValidationError("A number to be shown is not negative.") }
  }

  func run() throws {
    var options = MonitorOptions()
    (options.idle, options.burst, options.leak) = (idle.duration, burst, leak)
    let monitor = Monitor(options)
    let printer = Printer(shownAlerts: follow ? .max : alerts, showsSessions: sessions)
    let interrupt = Interrupt()

    let end = printer.show(alerts: monitor.alerts, sessions: monitor.summaries)
    let reader = QueueScheduler("reader")
    monitor.watch(readings(of: file, following: follow, on: reader).take(until: interrupt.signal))
    end.wait()
    // The reader tells of the end before it has put everything away: a program that exits meanwhile cuts that short.
    let tidied = DispatchSemaphore(value: 0)
    reader.schedule { tidied.signal() }
    tidied.wait()

    if let error = printer.error {
      Terminal.complain("\(error)")
      if monitor.tally.lines == 0 { throw ExitCode((error as? InputError)?.exitCode ?? EX_IOERR) }
    }
    let name = file.map { $0 == "-" ? "standard input" : $0 } ?? "standard input"
    Terminal.print(printer.hiddenAlerts + SummaryText(name: name, tally: monitor.tally, top: top).lines)
    if let error = printer.error { throw ExitCode((error as? InputError)?.exitCode ?? EX_IOERR) }
    if interrupt.hasCome, !follow { throw ExitCode(128 + SIGINT) }
  }
}

/// A length of time as it is typed: `90s`, `5m`, `2h`; without a unit seconds.
struct Pause: ExpressibleByArgument, Hashable {
  let duration: Duration

  init(duration: Duration) { self.duration = duration }

  init?(argument: String) {
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
    let unit = argument.last.flatMap { units[$0] }
    guard let number = Int64(unit == nil ? argument[...] : argument.dropLast()), number > 0,
      number <= 100 * 365 * 86_400 / (unit ?? 1)
    else { return nil }
    duration = .seconds(number * (unit ?? 1))
  }

  var defaultValueDescription: String { duration.text }
}
