import Glibc
import ProcessInspection
import TraceFormat

/// A process and the subscriptions in its memory, at one moment: now, or at its end.
struct LivingProcess {
  typealias Subscription = LiveTableReader.Subscription

  /// 0 where a core does not tell.
  let process: pid_t
  let program: String
  /// Subscriptions that have not ended, in no order.
  let alive: [Subscription]
  /// Subscriptions that have ended and are still referred to.
  let kept: [Subscription]
  /// Living subscriptions whose downstream has ended or is gone.
  let outliving: [Subscription]
  /// How many records changed each time they were looked at.
  let unsettled: Int
  /// How many subscriptions may be missing, since the process has them in memory of its own.
  let elsewhere: Int
  /// Whether its memory tells of more than a process of its size has.
  let isCut: Bool
  /// In nanoseconds of `CLOCK_MONOTONIC`.
  let taken: UInt64
  /// The same moment in nanoseconds since 1970.
  let wallClock: UInt64
  /// Whether it is known when the subscriptions began.
  let hasTimes: Bool
  /// Lines about a core that could not say everything.
  let remarks: [String]

  /// Looks into the file in which the process keeps its table, else into its memory.
  ///
  /// - Parameter verb: the command for which it looks; a refusal says how root types it.
  init(_ process: pid_t, for verb: String = "snapshot") throws(CommandFailure) {
    let files: MappedFiles
    var tables: [LiveTableFile] = []
    let read: LiveTableReader
    do throws(SystemError) {
      guard let running = RunningProcess(process) else { throw SystemError(ESRCH) }
      tables = try LiveTableFile.all(of: running)
      files = try MappedFiles(of: process)
      let budget = ReadingBudget(of: process)
      if tables.isEmpty {
        read = LiveTableReader(of: files, in: try ProcessMemory(of: process), budget: budget)
      } else {
        read = LiveTableReader(of: tables, ForeignTexts(of: process, tables, files), budget: budget)
      }
    } catch {
      throw UnreadableProcess.failure(error, process, for: "\(verb) --pid \(process)")
    }
    // One that is about to end has no memory any more, and its subscriptions no names.
    if files.files.isEmpty, UnreadableProcess.ends(process) { throw UnreadableProcess.hasEnded(process) }
    let program = files.files.first?.path ?? ""
    guard read.runtimes > 0 else {
      if RunningProcess(process) == nil { throw UnreadableProcess.hasEnded(process) }
      if let newer = tables.first {
        throw CommandFailure(
          """
          the table of process \(process) has the form \(newer.layout), which this version does not know
            use the rxtrace that belongs to the program's version of Signals
          """, status: ExitStatus.unreadableInput)
      }
      let deleted = files.files.first { $0.isDeleted && $0.holdsCode }
      let replaced = deleted.map { "; \($0.path.shellWord) was replaced since it was mapped" } ?? ""
      throw CommandFailure(
        """
        process \(process) has no table of living subscriptions
          looked for: a descriptor of the file rxtrace, and the note .note.rxtrace in \(program.shellWord) and the \
        libraries that it has mapped
          likely: it does not use Signals, or a version from before the table could be read from outside\(replaced)
        """, status: ExitStatus.unreadableInput)
    }
    self.init(process, program, read)
  }

  /// The living subscriptions of a process, as they were read just now or at a moment since 1970.
  init(
    _ process: pid_t, _ program: String, _ read: LiveTableReader, at wallClock: UInt64? = nil,
    remarks: [String] = []
  ) {
    self.process = process
    self.program = program
    alive = read.subscriptions.filter { !$0.hasEnded }
    kept = read.subscriptions.filter(\.hasEnded)
    let living = Set(alive.lazy.map(\.identifier))
    outliving = alive.filter { $0.downstream != 0 && !living.contains($0.downstream) }
    unsettled = read.unsettled
    elsewhere = read.elsewhere
    isCut = read.isCut
    taken = read.taken
    hasTimes = read.hasTimes
    self.wallClock = wallClock ?? Self.now
    self.remarks = remarks
  }

  private static var now: UInt64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
  }

  /// Nil where it is not known.
  var processID: UInt32? { process == 0 ? nil : UInt32(bitPattern: process) }

  /// The program's name, without directories.
  var name: String { program.split(separator: "/").last.map(String.init) ?? program }

  /// A recording of what is alive: as if all of it had been seen to begin, and nothing else.
  func recording() -> [UInt8] {
    let alive = self.alive.sorted { ($0.began, $0.identifier) < ($1.began, $1.identifier) }
    var header = RecordingHeader()
    header.isSnapshot = true
    header.program = program
    header.processID = UInt32(bitPattern: process)
    header.kinds = .lifecycle
    header.startedMonotonic = alive.first?.began ?? taken
    header.startedWallClock = wallClock - min(wallClock, taken.since(header.startedMonotonic))
    var writer = RecordingWriter(header: header)
    let living = Set(alive.map(\.identifier))
    for subscription in alive {
      guard let id = SubscriptionID(subscription.identifier) else { continue }
      let thread = ThreadID(rawValue: subscription.thread)
      let downstream = living.contains(subscription.downstream) ? subscription.downstream : 0
      var events = [
        TraceEvent.subscribed(
          id, downstream: SubscriptionID(downstream), role: Role(rawValue: subscription.role),
          site: subscription.site)
      ]
      if let owner = OwnerID(subscription.owner) { events.append(.named(id, owner: owner, label: nil)) }
      for event in events {
        writer.append(TraceRecord(time: subscription.began, thread: thread, event: event))
      }
    }
    let last = ThreadID(rawValue: (alive.map(\.thread).max() ?? 0) + 1)
    if let event = EventID(1) {
      writer.append(TraceRecord(time: taken, thread: last, event: .mark(event, text: "snapshot")))
    }
    return writer.finish()
  }
}

extension LiveTableReader.Subscription {
  var site: Site {
    Site(operatorName: operatorName, file: file, line: line, traits: SiteTraits(rawValue: traits))
  }
}
