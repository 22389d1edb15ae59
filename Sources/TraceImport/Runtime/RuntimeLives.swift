import TraceFormat

/// Makes lives of what the runtime was seen to do: of each task, of each loop that reads a stream, and of the stream as this
/// loop sees it. They are the lives that `librxtasks.so` records from within.
struct RuntimeLives {
  var modules = ModuleMap()

  private struct Task {
    let id: SubscriptionID
    var isCancelled = false
    /// The storages of streams that it reads.
    var reads: [UInt64] = []
  }

  private struct Stream {
    let site: Site
    let number: UInt64
    var loops: [Loop] = []
    var isOver = false
    var isAbandoned = false
  }

  private struct Loop {
    let id, source: SubscriptionID
    let task: UInt64
    var isWaiting = true
  }

  private var tasks: [UInt64: Task] = [:]
  private var streams: [UInt64: Stream] = [:]
  /// Tasks that ended before they were known: one may end on another thread before the call that makes it comes back.
  private var early: [UInt64: Bool] = [:]
  private var lastIdentifier: UInt64 = 0
  private var threads: [UInt32: (id: ThreadID, events: UInt64)] = [:]
  private let runtime = TaskRuntime.all[0]
  /// The largest size of a table, whatever the input holds.
  private static let most = 1 << 22

  /// The records of a firing. Firings come in the order of time.
  mutating func records(of firing: RuntimeFiring) -> [TraceRecord] {
    var moment = Moment(time: firing.time, thread: thread(firing.kernelThread))
    handle(firing.event, &moment)
    threads[firing.kernelThread]?.events = moment.events
    return moment.records
  }

  /// The records of one moment on one thread.
  private struct Moment {
    let time: UInt64
    let thread: ThreadID
    var events: UInt64
    var records: [TraceRecord] = []

    init(time: UInt64, thread: (id: ThreadID, events: UInt64)) {
      self.time = time
      self.thread = thread.id
      events = thread.events
    }

    mutating func add(_ event: TraceEvent) {
      records.append(TraceRecord(time: time, thread: thread, event: event))
    }

    mutating func next(_ id: SubscriptionID) { add(.next(id, event: number(), cause: nil, value: nil)) }

    mutating func finished(_ id: SubscriptionID, hasFailed: Bool = false) {
      add(
        hasFailed
          ? .error(id, event: number(), cause: nil, description: nil)
          : .completed(id, event: number(), cause: nil))
      disposed(id, .terminated)
    }

    mutating func disposed(_ id: SubscriptionID, _ reason: DisposalReason) {
      add(.disposed(id, event: number(), cause: nil, reason: reason))
    }

    private mutating func number() -> EventID {
      events += 1
      return EventID(thread: thread, sequence: events)
    }
  }

  private mutating func thread(_ kernelThread: UInt32) -> (id: ThreadID, events: UInt64) {
    if let known = threads[kernelThread] { return known }
    // All others are one.
    guard threads.count < ThreadNumbers.most else { return (ThreadNumbers.unknown, 0) }
    let made = (id: ThreadID(rawValue: UInt32(threads.count + 1)), events: UInt64(0))
    threads[kernelThread] = made
    return made
  }

  private mutating func newIdentifier() -> SubscriptionID {
    lastIdentifier += 1
    return SubscriptionID(lastIdentifier)!
  }

  private mutating func handle(_ event: RuntimeEvent, _ moment: inout Moment) {
    switch event {
    case .taskMade(let task, let parent, let flags, let calls):
      taskMade(task, parent, flags, calls, &moment)
    case .taskEnded(let task, let hasFailed): taskEnded(task, hasFailed: hasFailed, &moment)
    case .taskCancelled(let task): taskCancelled(task, &moment)
    case .taskFreed(let task):
      early[task] = nil
      if tasks[task] != nil { taskEnded(task, hasFailed: false, &moment) }
    case .streamMade(let storage, let isThrowing, let calls):
      let file = modules.file(of: calls, areReturns: true)
      if streams[storage] != nil { streamFreed(storage, &moment) }
      makeStream(storage, isThrowing, file)
    case .waits(let storage, let isThrowing, let task, let holders, _, let resumes):
      waits(storage, isThrowing, task, holders, resumes, &moment)
    case .yields(let storage):
      guard let stream = streams[storage], !stream.isOver else { return }
      for loop in stream.loops { moment.next(loop.source) }
    case .finishes(let storage):
      guard let stream = streams[storage], !stream.isOver else { return }
      streams[storage]?.isOver = true
      for loop in stream.loops { moment.finished(loop.source) }
    case .terminates(let storage): terminates(storage, &moment)
    case .streamFreed(let storage): streamFreed(storage, &moment)
    case .abandoned(let storage): abandoned(storage, &moment)
    }
  }

  // MARK: - Tasks

  private mutating func taskMade(
    _ task: UInt64, _ parent: UInt64, _ flags: UInt64, _ calls: [UInt64], _ moment: inout Moment
  ) {
    guard tasks.count < Self.most else { return }
    // The end of the one before it there was not seen.
    if tasks[task] != nil { taskEnded(task, hasFailed: false, &moment) }
    let id = newIdentifier()
    let isChild = flags & TaskRuntime.Flags.child != 0
    let name =
      flags & TaskRuntime.Flags.asyncLet != 0
      ? "async let" : flags & TaskRuntime.Flags.group != 0 ? "child task" : "task"
    moment.add(
      .subscribed(
        id, downstream: tasks[parent]?.id, role: Role(.task, number: isChild ? 1 : 0),
        site: Site(operatorName: name, file: modules.file(of: calls, areReturns: true), line: 0)))
    tasks[task] = Task(id: id)
    if let hasFailed = early.removeValue(forKey: task) { taskEnded(task, hasFailed: hasFailed, &moment) }
  }

  private mutating func taskEnded(_ address: UInt64, hasFailed: Bool, _ moment: inout Moment) {
    guard let task = tasks.removeValue(forKey: address) else {
      if early.count < Self.most { early[address] = hasFailed }
      return
    }
    for storage in task.reads {
      endLoops(of: storage, because: task.isCancelled ? .cancelled : .downstream, &moment) {
        $0.task == address
      }
    }
    if !task.isCancelled { moment.finished(task.id, hasFailed: hasFailed) }
    moment.add(.released(task.id))
  }

  private mutating func taskCancelled(_ address: UInt64, _ moment: inout Moment) {
    guard let task = tasks[address], !task.isCancelled else { return }
    tasks[address]?.isCancelled = true
    moment.disposed(task.id, .cancelled)
  }

  // MARK: - Streams

  private mutating func makeStream(_ storage: UInt64, _ isThrowing: Bool, _ file: String) {
    guard streams.count < Self.most else { return }
    lastIdentifier += 1
    streams[storage] = Stream(
      site: Site(
        operatorName: isThrowing ? "AsyncThrowingStream" : "AsyncStream", file: file, line: 0,
        traits: [.source, .hot]),
      number: lastIdentifier)
  }

  private mutating func waits(
    _ storage: UInt64, _ isThrowing: Bool, _ address: UInt64, _ holders: UInt64, _ resumes: [UInt64],
    _ moment: inout Moment
  ) {
    if streams[storage] == nil { makeStream(storage, isThrowing, "?") }
    guard var stream = streams.removeValue(forKey: storage) else { return }
    defer { streams[storage] = stream }
    if let index = stream.loops.firstIndex(where: { $0.task == address }) {
      // It has got what it waited for before.
      if !stream.isOver { moment.next(stream.loops[index].id) }
    } else {
      let reader = task(address, &moment)
      let loop = Loop(id: newIdentifier(), source: newIdentifier(), task: address)
      let file = modules.file(of: resumes, areReturns: false)
      moment.add(
        .subscribed(
          loop.id, downstream: reader, role: Role(.loop),
          site: Site(operatorName: "for await", file: file, line: 0)))
      moment.add(.subscribed(loop.source, downstream: loop.id, role: Role(.source), site: stream.site))
      moment.add(.joinedSource(loop.source, source: stream.number))
      // The values in its buffer are still to be read.
      if stream.isOver { moment.finished(loop.source) }
      stream.loops.append(loop)
      tasks[address]?.reads.append(storage)
    }
    let held = runtime.held + runtime.heldWaiting * UInt64(stream.loops.count)
    if holders <= held, !stream.isOver, !stream.isAbandoned {
      stream.isAbandoned = true
      moment.add(.abandoned(source: stream.number))
    }
  }

  /// A task that was made before anybody looked is known as it waits.
  private mutating func task(_ address: UInt64, _ moment: inout Moment) -> SubscriptionID? {
    if let known = tasks[address] { return known.id }
    guard tasks.count < Self.most else { return nil }
    let id = newIdentifier()
    tasks[address] = Task(id: id)
    moment.add(
      .aliveBefore(
        id, downstream: nil, role: Role(.task), site: Site(operatorName: "task", file: "?", line: 0),
        since: moment.time))
    return id
  }

  private mutating func abandoned(_ storage: UInt64, _ moment: inout Moment) {
    guard let stream = streams[storage], !stream.isOver, !stream.isAbandoned else { return }
    streams[storage]?.isAbandoned = true
    if !stream.loops.isEmpty { moment.add(.abandoned(source: stream.number)) }
  }

  private mutating func terminates(_ storage: UInt64, _ moment: inout Moment) {
    guard let stream = streams[storage], !stream.isOver else { return }
    let cancelled = stream.loops.filter { tasks[$0.task]?.isCancelled ?? false }
    endLoops(of: storage, because: .cancelled, &moment) { loop in
      cancelled.contains { $0.id == loop.id }
    }
    guard let rest = streams[storage]?.loops else { return }
    streams[storage]?.isOver = true
    for loop in rest { moment.disposed(loop.source, .cancelled) }
  }

  private mutating func streamFreed(_ storage: UInt64, _ moment: inout Moment) {
    endLoops(of: storage, because: .deinitialized, &moment) { _ in true }
    streams[storage] = nil
  }

  private mutating func endLoops(
    of storage: UInt64, because reason: DisposalReason, _ moment: inout Moment, where isMeant: (Loop) -> Bool
  ) {
    guard let stream = streams[storage] else { return }
    for loop in stream.loops where isMeant(loop) {
      if stream.isOver, reason != .cancelled {
        moment.finished(loop.id)
      } else {
        if !stream.isOver { moment.disposed(loop.source, reason == .deinitialized ? reason : .downstream) }
        moment.disposed(loop.id, reason)
      }
      moment.add(.released(loop.source))
      moment.add(.released(loop.id))
      tasks[loop.task]?.reads.removeAll { $0 == storage }
    }
    streams[storage]?.loops.removeAll(where: isMeant)
  }
}
