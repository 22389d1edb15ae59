import Glibc
import ProcessInspection
import TraceFormat

/// `record --pid PID`: a recording that begins in the middle of a process, and ends before it.
struct AttachedRecording: ~Copyable {
  /// The reason why the recording is over.
  enum End {
    /// The time is over, or somebody has ended it.
    case asked
    case processEnded
    /// The process has ended the recording by itself, or runs another program by now.
    case endedByProcess
  }

  /// How long the end of the recording is waited for. A process without an event does not answer.
  private static let patience: UInt64 = 3_000_000_000
  private static let step: UInt64 = 100_000_000
  /// From one look at the condition to the next.
  private static let look: UInt64 = 1_000_000_000

  let process: pid_t
  /// The program's name, without directories.
  let name: String
  private let running: RunningProcess
  private let page: ControlPage
  private var ends = sigset_t()
  private var before = sigset_t()

  /// Throws if the process cannot be recorded.
  init(_ process: pid_t) throws(CommandFailure) {
    let words = "record --pid \(process)"
    guard let running = RunningProcess(process) else {
      throw UnreadableProcess.failure(SystemError(ESRCH), process, for: words)
    }
    let pages: [ControlPage]
    do throws(SystemError) {
      pages = try ControlPage.all(of: running)
    } catch {
      throw UnreadableProcess.failure(error, process, for: words)
    }
    for page in pages {
      Self.waitForEnd(of: page, running)
      if page.isEnding { throw Self.stillEnding(process) }
    }
    if let recording = try RecordingOfProcess(process, for: words), !recording.hasEnded {
      throw CommandFailure(
        "process \(process) is recorded already, to \(recording.place.name.shellWord): rxtrace leaks --pid \(process)",
        status: ExitStatus.unreadableInput)
    }
    guard let page = pages.first else { throw Self.withoutPage(process) }
    try Self.refuseFiltered(process)
    guard page.lock() else {
      throw CommandFailure(
        "another rxtrace records process \(process) at this moment", status: ExitStatus.unreadableInput)
    }
    let files = try? MappedFiles(of: process)
    name = (files?.files.first?.path.split(separator: "/").last).map(String.init) ?? "process \(process)"
    (self.process, self.running, self.page) = (process, running, page)
    if pages.count > 1 {
      Output.note("process \(process) has \(pages.count) copies of Signals; the first one is recorded")
    }
    // Blocked from here on, so that nothing ends this command between a request and its end.
    sigemptyset(&ends)
    for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ends, signal) }
    pthread_sigmask(SIG_BLOCK, &ends, &before)
  }

  deinit {
    var before = before
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// Records until the time is over, somebody ends it, or the process ends.
  ///
  /// - Parameter began: called when the process records.
  func record(
    _ request: ControlPage.Request, for length: UInt64?, to destination: RecordingDestination,
    began: () -> Void
  ) throws(CommandFailure) -> End {
    let deadline = length.map { MonotonicClock.now.addingClamped($0) } ?? .max
    guard page.ask(for: request) else { throw Self.stillEnding(process) }
    try waitForBeginning(until: deadline)
    let source = try openRecording()
    began()
    var end = End.asked
    while true {
      page.giveSign()
      if running.isGone { end = .processEnded }
      if page.state != .recording || !page.isHeld { end = running.isGone ? .processEnded : .endedByProcess }
      if case .asked = end {} else { break }
      if pause(until: deadline) { break }
    }
    if case .asked = end {
      if page.askForEnd() { Self.waitForEnd(of: page, running) }
      try source.copy(to: destination, hasEnded: running.isGone)
    } else {
      try source.copy(to: destination, hasEnded: true)
    }
    return end
  }

  /// Looks into the process until the condition holds. False if somebody has ended the wait.
  func wait(until condition: AliveCondition) throws(CommandFailure) -> Bool {
    var (looks, living) = try ProcessLooks.begin(process, for: "record")
    var isFirst = true
    while condition.count(in: living) < condition.least {
      if isFirst {
        let now = condition.words(condition.count(in: living))
        Output.note("\(now) in process \(process); the recording begins at \(condition.least)")
        isFirst = false
      }
      if pause(until: .max, for: Self.look) { return false }
      do throws(ProcessLooks.End) {
        living = try looks.look()
      } catch {
        throw CommandFailure(
          "nothing was recorded: the condition has not held, and then \(error.reason)",
          status: ExitStatus.unreadableInput)
      }
    }
    Output.note("\(condition.words(condition.count(in: living))) in process \(process)")
    return true
  }

  /// Waits for the next event of the process, which begins the recording.
  private func waitForBeginning(until deadline: UInt64) throws(CommandFailure) {
    let noticed = MonotonicClock.now.addingClamped(2_000_000_000)
    var hasNoticed = false
    while true {
      switch page.state {
      case .recording: return
      case .refused: throw refusal
      default: break
      }
      if running.isGone { throw UnreadableProcess.hasEnded(process) }
      if !hasNoticed, MonotonicClock.now >= noticed {
        hasNoticed = true
        Output.note("process \(process) has sent no event yet; the recording begins with its next one")
      }
      page.giveSign()
      if pause(until: deadline), page.withdraw() {
        throw CommandFailure(
          """
          nothing was recorded: process \(process) has sent no event until then
            its living subscriptions: rxtrace live --pid \(process), rxtrace leaks --pid \(process)
          """, status: ExitStatus.unreadableInput)
      }
    }
  }

  /// Waits until the process has ended a recording whose end was asked for, but not long.
  private static func waitForEnd(of page: ControlPage, _ process: RunningProcess) {
    let deadline = MonotonicClock.now.addingClamped(patience)
    while MonotonicClock.now < deadline, !process.isGone, page.isEnding { usleep(10_000) }
  }

  /// Waits for a moment. True if the time is over, or a signal has asked for the end.
  private func pause(until deadline: UInt64, for length: UInt64 = step) -> Bool {
    let now = MonotonicClock.now
    guard now < deadline else { return true }
    let step = min(length, deadline - now)
    var ends = ends
    var limit = timespec(tv_sec: Int(step / 1_000_000_000), tv_nsec: Int(step % 1_000_000_000))
    return sigtimedwait(&ends, nil, &limit) > 0
  }

  private func openRecording() throws(CommandFailure) -> RunningRecording {
    let words = "record --pid \(process)"
    guard let recording = try RecordingOfProcess(process, for: words) else {
      _ = page.askForEnd()
      throw CommandFailure(
        "process \(process) has begun a recording that cannot be found from here",
        status: ExitStatus.unreadableInput)
    }
    return try RunningRecording(recording)
  }

  private var refusal: CommandFailure {
    let why =
      switch page.refusal {
      case .alreadyRecording: "it records already"
      case .noFile(let error): "it can make no file in /tmp, /var/tmp or /dev/shm: \(error)"
      case .noThread(let error): "it can start no thread: \(error)"
      case .unknown(let number): "reason \(number), which this version does not know"
      }
    return CommandFailure("process \(process) cannot record: \(why)", status: ExitStatus.unreadableInput)
  }

  private static func stillEnding(_ process: pid_t) -> CommandFailure {
    CommandFailure(
      """
      process \(process) has not ended its recording for an earlier rxtrace yet
        it does so with its next event; type the command again then
      """, status: ExitStatus.unreadableInput)
  }

  private static func withoutPage(_ process: pid_t) -> CommandFailure {
    do throws(CommandFailure) {
      _ = try LivingProcess(process, for: "record")
    } catch {
      return error
    }
    return CommandFailure(
      """
      process \(process) takes no requests
        likely: it is a forked child, was started with RXTRACE_CONTROL=0, has closed its descriptors or may have too few, or \
      has an older version of Signals
        without a recording: rxtrace leaks --pid \(process); from its start: RXTRACE=FILE, or rxtrace record -- CMD
      """, status: ExitStatus.unreadableInput)
  }

  /// The beginning of a recording needs system calls that a filter may answer with a signal.
  private static func refuseFiltered(_ process: pid_t) throws(CommandFailure) {
    let threads = FolderListing.names(in: "/proc/\(process)/task")
    let isFiltered = threads.contains { thread in
      (ProcFile.number("Seccomp:", in: "/proc/\(process)/task/\(thread)/status") ?? 0) != 0
    }
    guard isFiltered else { return }
    throw CommandFailure(
      """
      process \(process) has forbidden itself system calls (seccomp), and a recording needs some to begin
        without a recording: rxtrace leaks --pid \(process); from its start: RXTRACE=FILE, or rxtrace record -- CMD
      """, status: ExitStatus.unreadableInput)
  }
}
