import ArgumentParser
import Glibc
import ProcessInspection
import TraceFormat
import TraceImport

struct Import: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Make a recording from the output of bpftrace, SystemTap or perf.",
    discussion: """
      bpftrace -o app.lines -p 4711 probes/record.bt '*'
      rxtrace import app.lines -o app.rxtrace

      bpftrace -p 4711 probes/record.bt '*' | rxtrace import - -o app.rxtrace
      perf script --ns -F pid,tid,time,event,trace | rxtrace import - -o app.rxtrace

      Reads the lines of probes/record.bt and record.stp, and the lines of `perf script`. Events that the tracer \
      did not see are not in the recording, and nothing is made up for them.
      """
  )

  @Argument(help: ArgumentHelp("The tracer's output; - is standard input.", valueName: "file"))
  var input: String

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("The recording to write.", valueName: "file"))
  var output: String

  @Flag(name: .shortAndLong, help: "Replace the recording if it exists.")
  var force = false

  @Option(name: .shortAndLong, help: "The process to import. Default: the first that is seen.")
  var pid: UInt32?

  @Flag(name: .shortAndLong, help: "No summary at the end; warnings still.")
  var quiet = false

  func run() throws {
    let destination = try RecordingDestination(path: output, replacesExisting: force)
    // Ctrl-C is for the tracer at the other end of the pipe: what it says last belongs into the recording.
    if input == "-" { Interruption.ignoreOnce() }
    var trace = TraceImport(process: pid)
    var file = ImportedFile(path: destination.absolutePath)
    do {
      var lines = try LineSource(path: input == "-" ? nil : input, longest: TraceImport.longestLine)
      var isFirst = true
      while let line = try lines.next() {
        if isFirst, Self.isRecording(line) { throw recording }
        isFirst = false
        trace.take(line)
        try append(trace.drain(), to: &file)
      }
    } catch let error as SystemError {
      let hint = error.code == EISDIR ? "; it is a folder: name the tracer's output in it" : ""
      throw CommandFailure("cannot read \(name): \(error)\(hint)", status: ExitStatus.unreadableInput)
    }
    let (bytes, tally) = trace.finish()
    guard tally.events > 0 else { throw nothing(tally) }
    try append(bytes, to: &file)
    ImportSummary(tally: tally, destination: destination.path, size: file.size).say(quiet: quiet)
  }

  /// The input in a sentence.
  private var name: String { input == "-" ? "standard input" : input.shellWord }

  /// Whether a first line is the beginning of a recording, which ends its first line by a byte of its magic.
  private static func isRecording(_ line: ArraySlice<UInt8>) -> Bool {
    let magic = RecordingHeader.magic.prefix { $0 != UInt8(ascii: "\n") }
    return line.starts(with: magic)
  }

  private var recording: CommandFailure {
    CommandFailure(
      "\(name) is a recording already; read it: rxtrace leaks \(input.shellWord)",
      status: ExitStatus.unreadableInput)
  }

  private func append(_ bytes: [UInt8], to file: inout ImportedFile) throws(CommandFailure) {
    do {
      try file.append(bytes)
    } catch {
      throw CommandFailure("cannot write \(output.shellWord): \(error)", status: ExitStatus.cannotWrite)
    }
  }

  private func nothing(_ tally: ImportTally) -> CommandFailure {
    if let pid, !tally.others.isEmpty {
      let seen = tally.others.keys.sorted().map { "\($0)" }.joined(separator: ", ")
      return CommandFailure(
        "\(name) holds no event of process \(pid); it holds some of: \(seen)",
        status: ExitStatus.unreadableInput)
    }
    return CommandFailure(
      """
      \(name) holds no event
        looked for: lines of probes/record.bt or record.stp, or of `perf script` about racsignal's probes
        likely: the program did nothing meanwhile, or the tracer was not attached; its messages are in the file
      """, status: ExitStatus.unreadableInput)
  }
}

/// Ctrl-C at a terminal reaches every program of a pipeline.
private enum Interruption {
  /// The first one does nothing; the second one ends this process, as ever.
  static func ignoreOnce() {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
    sigaction(SIGINT, &action, nil)
  }
}
