import TraceFormat

/// Makes a recording of a tracer's lines, which come in the order in which the processors' buffers were read.
///
/// Some ten thousand events are held back. So the recording is in the order of time, and a thread is known by
/// the first event that it sends. An unknown fact stays unknown: a thread that sends nothing is thread 0.
package struct TraceImport: ~Copyable {
  /// Events that are held back: twice as many at most, and no more text than this.
  package static let window = 1 << 16
  package static let windowBytes = 16 << 20
  package static let longestLine = 1 << 16

  package private(set) var tally: ImportTally
  private var lineNumber = 0
  /// A line whose text goes on in the next.
  private var unfinished: [UInt8] = []
  private var start: (monotonic: UInt64, wallClock: UInt64)?
  private var name = ""
  /// Values were only counted, and have no records of their own.
  private var isLifecycleOnly = false
  private var lost: (count: UInt64, since: UInt64)?
  private var lastTime: UInt64 = 0

  private var waiting: [Waiting] = []
  private var waitingBytes = 0
  private var threads = ThreadNumbers()
  private var values = ValueMerge()
  private var runtime = RuntimeLives()
  private var writer: RecordingWriter?

  private struct Waiting {
    let time: UInt64
    let order: Int
    let kernelThread: UInt32?
    let content: Content

    var kinds: RecordingHeader.Kinds {
      switch content {
      case .event(let event): event.kinds
      case .runtime: [.lifecycle, .next, .terminal]
      }
    }
  }

  private enum Content {
    case event(TraceEvent)
    /// It makes sense only behind everything that happened before it.
    case runtime(RuntimeFiring)
  }

  /// - Parameter process: the one to import; else the first that is seen.
  package init(process: UInt32? = nil) { tally = ImportTally(process: process) }

  /// Takes one line, without its end.
  package mutating func take(_ line: ArraySlice<UInt8>) {
    lineNumber += 1
    if !unfinished.isEmpty {
      if case .other = ProbeLine(line), unfinished.count + line.count < Self.longestLine {
        unfinished.append(UInt8(ascii: "\n"))
        unfinished += line
        if TabbedLine.goesOn(unfinished[...]) { return }
        return takeUnfinished()
      }
      // Another event begins: the end of the one before is missing.
      takeUnfinished()
    }
    if TabbedLine.goesOn(line) {
      unfinished = Array(line)
    } else {
      take(ProbeLine(line))
    }
  }

  /// The bytes of the recording that are ready to be written.
  package mutating func drain() -> [UInt8] { writer?.drain() ?? [] }

  /// Everything that is left, and what was seen in all; no bytes if there was not a single event.
  package consuming func finish() -> (bytes: [UInt8], tally: ImportTally) {
    if !unfinished.isEmpty { takeUnfinished() }
    if lost != nil, !waiting.isEmpty { hold(nil, nil, at: lastTime) }
    release(all: true)
    if writer != nil { for record in runtime.finish() { write(record) } }
    if var writer = writer.take() {
      values.finish(into: &writer)
      return (writer.finish(), tally)
    }
    return ([], tally)
  }

  private mutating func takeUnfinished() {
    take(ProbeLine(unfinished[...]))
    unfinished = []
  }

  private mutating func take(_ line: ProbeLine) {
    switch line {
    case .other: break
    case .damaged: tally.damaged(line: lineNumber)
    case .start(let monotonic, let wallClock): start = start ?? (monotonic, wallClock)
    case .lifecycleOnly: isLifecycleOnly = true
    case .left(let process, let event):
      if tally.process == nil || tally.process == process { hold(event, nil, at: lastTime) }
    case .process(let process, let name):
      if tally.process == nil || tally.process == process { self.name = name }
    case .lost(let count):
      lost = (count.addingClamped(lost?.count ?? 0), lost?.since ?? lastTime)
      tally.lost = tally.lost.addingClamped(count)
    case .firing(let firing):
      guard tally.accepts(firing) else { return }
      hold(firing.event, firing.kernelThread, at: firing.time)
      if let thread = firing.thread { threads.add(thread, of: firing.kernelThread, at: firing.time) }
      releaseIfMany()
    case .module(let mapping): runtime.modules.add(mapping)
    case .runtime(let firing):
      guard tally.accepts(firing.process) else { return }
      tally.isOfRuntime = true
      hold(nil, nil, at: firing.time)
      waiting.append(
        Waiting(time: firing.time, order: waiting.count, kernelThread: nil, content: .runtime(firing)))
      releaseIfMany()
    }
  }

  private mutating func releaseIfMany() {
    if waiting.count >= 2 * Self.window || waitingBytes > Self.windowBytes { release(all: false) }
  }

  /// Holds an event back; before it, the loss since the event before.
  private mutating func hold(_ event: TraceEvent?, _ kernelThread: UInt32?, at time: UInt64) {
    if let lost {
      let event = TraceEvent.lost(count: lost.count, since: min(lost.since == 0 ? time : lost.since, time))
      waiting.append(
        Waiting(time: time, order: waiting.count, kernelThread: nil, content: .event(event)))
      self.lost = nil
    }
    lastTime = time
    guard let event else { return }
    waitingBytes += event.textBytes
    waiting.append(
      Waiting(time: time, order: waiting.count, kernelThread: kernelThread, content: .event(event)))
  }

  /// Writes what is held back, or the older half of it.
  private mutating func release(all: Bool) {
    waiting.sort { ($0.time, $0.order) < ($1.time, $1.order) }
    let count = all ? waiting.count : (waiting.count + 1) / 2
    guard count > 0 else { return }
    if writer == nil { writer = RecordingWriter(header: header()) }
    for item in waiting[..<count] {
      switch item.content {
      case .event(let event):
        let thread = item.kernelThread.map { threads.thread(of: $0, at: item.time) } ?? ThreadNumbers.unknown
        write(TraceRecord(time: item.time, thread: thread, event: event))
        waitingBytes -= event.textBytes
      case .runtime(let firing):
        for record in runtime.records(of: firing) { write(record) }
      }
    }
    waiting = waiting[count...].enumerated().map { index, item in
      Waiting(time: item.time, order: index, kernelThread: item.kernelThread, content: item.content)
    }
  }

  private mutating func write(_ record: TraceRecord) {
    tally.add(record)
    values.append(record, to: &writer!)
  }

  private func header() -> RecordingHeader {
    var header = RecordingHeader()
    let first = waiting.first?.time ?? 0
    header.program = name.isEmpty ? runtime.modules.program ?? "" : name
    header.processID = tally.process ?? 0
    header.startedMonotonic = min(start?.monotonic ?? first, first)
    header.startedWallClock = start?.wallClock ?? 0
    header.hasProbes = true
    // `record.bt` is attached to all of them. For perf only the events that came are known, not the ones that
    // were asked for.
    header.kinds = start == nil ? waiting.reduce(into: []) { $0.formUnion($1.kinds) } : .all
    if isLifecycleOnly { header.kinds.subtract([.next, .scheduling]) }
    let hasValues = waiting.contains {
      if case .event(.next(_, _, _, _?)) = $0.content { true } else { false }
    }
    header.valueLimit = hasValues ? UInt32(Self.longestLine) : nil
    return header
  }
}

extension TraceEvent {
  fileprivate var textBytes: Int {
    switch self {
    case .subscribed(_, _, _, let site): site.operatorName.utf8.count + site.file.utf8.count
    case .named(_, _, let text?), .next(_, _, _, let text?), .error(_, _, _, let text?), .mark(_, let text):
      text.utf8.count
    case .scheduled(_, _, _, _, let text), .workBegan(_, _, let text), .workEnded(_, _, let text),
      .workCancelled(_, _, let text):
      text.utf8.count
    default: 0
    }
  }

  fileprivate var kinds: RecordingHeader.Kinds {
    switch self {
    case .next: .next
    case .error, .completed, .dropped, .overlap: .terminal
    case .childAdded, .childRemoved, .ownerDisposed: .owners
    case .scheduled, .workBegan, .workEnded, .workCancelled: .scheduling
    case .lost: []
    default: .lifecycle
    }
  }
}
