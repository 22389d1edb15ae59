import ArgumentParser
import Glibc
import ProcessInspection
import TraceAnalysis
import TraceFormat
import TraceImport
import TraceRendering

struct Tasks: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Watch the tasks and the streams of a running Swift program, which need not know of it.",
    discussion: """
      rxtrace tasks --pid 4711
      rxtrace tasks --pid 4711 --watch 1m --recording server.rxtrace

      Attaches probes to the Swift runtime in the process, by bpftrace, and removes them at the end. It takes root. The \
      program goes on meanwhile; each task costs it some microseconds more. Tasks that were made before are known only \
      as they wait for a stream. Without root: rxtrace record --tasks -- CMD.
      """
  )

  @Option(name: .shortAndLong, help: "The process.") var pid: Int32

  @Option(
    help: ArgumentHelp("How long to watch: 30s, 5m. Ctrl-C ends it sooner.", valueName: "time"),
    transform: DurationArgument.length)
  var watch: DurationArgument = DurationArgument(argument: "10s")!

  @Option(help: ArgumentHelp("Write all events to this recording, too.", valueName: "file"))
  var recording: String?

  @Flag(name: .shortAndLong, help: "Replace the recording if it exists.") var force = false

  @OptionGroup var verdicts: VerdictOptions
  @OptionGroup(title: "Drawing") var selection: SelectionOptions
  @OptionGroup(title: "Filters") var filter: FilterOptions
  @OptionGroup(title: "Output") var answer: AnswerOptions

  /// A day: nobody watches for longer, and bpftrace ends by itself after that.
  private static let longest: UInt64 = 86_400

  func validate() throws {
    if pid <= 0 { throw ValidationError("--pid takes the number of a process.") }
    if force, recording == nil { throw ValidationError("--force is for --recording FILE.") }
    if watch.nanoseconds / 1_000_000_000 >= Self.longest {
      throw ValidationError("--watch takes a day at most.")
    }
  }

  func run() throws {
    let destination = try recording.map { try RecordingDestination(path: $0, replacesExisting: force) }
    let (bytes, tally) = try watched()
    guard tally.events > 0 else {
      throw CommandFailure(
        "process \(pid) made no task and waited for no stream meanwhile", status: ExitStatus.unreadableInput)
    }
    if let destination {
      do {
        var file = ImportedFile(path: destination.absolutePath)
        try file.append(bytes)
      } catch {
        throw CommandFailure(
          "cannot write \(destination.path.shellWord): \(error)", status: ExitStatus.cannotWrite)
      }
    }
    for warning in ImportSummary(tally: tally, destination: "", size: bytes.count).warnings {
      Output.note(warning)
    }
    let seen: Recording
    do {
      seen = try Recording(bytes: bytes).withSourceLines()
    } catch {
      throw CommandFailure("cannot read the events: \(error)", status: ExitStatus.unreadableInput)
    }
    var trace = try AnalyzedTrace(
      Forest(reading: seen), of: seen, verdicts, filter, isRunning: true)
    trace.file = recording?.shellWord ?? "FILE"
    let page = answer.page
    var text = render(trace, as: .tree(selection.options(TreeOptions(), filter), on: page))
    text += "\n" + render(trace, as: LeaksText(limit: nil, showsWholePath: false, on: page))
    try answer.answer(text)
  }

  /// The recording of what happened while the tracer was attached.
  private func watched() throws(CommandFailure) -> (bytes: [UInt8], tally: ImportTally) {
    guard let process = RunningProcess(pid) else {
      throw CommandFailure("there is no process \(pid)", status: ExitStatus.unreadableInput)
    }
    guard ProcessNamespace.isOfMachine else {
      throw CommandFailure(
        """
        process \(pid) has another number outside of this container, and bpftrace goes by that one
          type it outside, with the number there: sudo rxtrace tasks --pid PID
          inside, without root: rxtrace record --tasks -- CMD
        """, status: ExitStatus.unreadableInput)
    }
    let runtime = try ProcessRuntime(of: pid)
    guard geteuid() == 0 else {
      throw CommandFailure(
        "probes in a process take root: sudo rxtrace tasks --pid \(pid); without root: rxtrace record --tasks -- CMD",
        status: ExitStatus.unreadableInput)
    }
    guard let bpftrace = Executable.found("bpftrace", path: Environment.current["PATH"]) else {
      throw CommandFailure(
        "rxtrace tasks needs bpftrace, which is not in PATH. Type: apt-get install bpftrace",
        status: ExitStatus.notFound)
    }
    var signals = SignalRelay()
    defer { signals.restore() }
    let tracer = try RuntimeTracer(
      bpftrace, at: process, runtime, atMost: watch.nanoseconds / 1_000_000_000 + 60, signals.originalMask)
    let place = runtime.isStatic ? "the program, which has the runtime in it" : "libswift_Concurrency.so"
    Output.note(
      "watches process \(pid) for \(Double(watch.nanoseconds / 1_000_000) / 1000) s by probes in \(place) "
        + "(Swift \(runtime.layout.versions), bpftrace, root)")
    let map = try? ProcFile.bytes(of: "/proc/\(pid)/maps")
    wait(for: tracer)
    return try made(of: tracer, runtime, map ?? [])
  }

  /// Until the time is over, the program ends, or somebody ends it.
  private func wait(for tracer: RuntimeTracer) {
    let end = MonotonicClock.now.addingClamped(watch.nanoseconds)
    var ends = sigset_t()
    sigemptyset(&ends)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ends, signal) }
    while !tracer.hasEnded {
      let now = MonotonicClock.now
      guard now < end else { return }
      let step = min(end - now, 100_000_000)
      var limit = timespec(tv_sec: 0, tv_nsec: Int(step))
      if sigtimedwait(&ends, nil, &limit) > 0 { return }
    }
  }

  /// The recording.
  ///
  /// - Parameter firstMap: the process's map as the tracer came: the one to go by if the process has ended.
  private func made(
    of tracer: RuntimeTracer, _ runtime: ProcessRuntime, _ firstMap: [UInt8]
  ) throws(CommandFailure) -> (bytes: [UInt8], tally: ImportTally) {
    do {
      let lastMap = (try? ProcFile.bytes(of: "/proc/\(pid)/maps")) ?? []
      let map = lastMap.isEmpty ? firstMap : lastMap
      // The process's memory alone tells who holds a stream. The events after it tell whether that has
      // changed.
      var before = WaitingTasks()
      var source = try tracer.source()
      while let line = try source.next() { before.take(line) }
      let time = MonotonicClock.now
      var abandoned: Set<UInt64> = []
      if let memory = try? ProcessMemory(of: pid) {
        abandoned = before.abandoned(in: runtime.layout) { address in
          memory.bytes(at: address, count: 8).map { $0.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        }
      }
      usleep(100_000)
      tracer.end()
      var after = WaitingTasks()
      var trace = TraceImport(process: UInt32(pid))
      var bytes: [UInt8] = []
      for line in map.split(separator: UInt8(ascii: "\n")) { trace.take(line) }
      var all = try tracer.source()
      while let line = try all.next() {
        after.take(line)
        trace.take(line)
        bytes += trace.drain()
      }
      for storage in after.unchanged(abandoned, since: before).sorted() {
        trace.take(Array("\(time)\t\(pid)\t\(pid)\tabandoned\t\(storage)".utf8)[...])
      }
      let (rest, tally) = trace.finish()
      bytes += rest
      return (bytes, tally)
    } catch {
      throw CommandFailure("cannot read the output of bpftrace: \(error)", status: ExitStatus.unreadableInput)
    }
  }
}
