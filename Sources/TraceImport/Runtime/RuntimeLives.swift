import TraceFormat

/// Makes lives of what the runtime was seen to do: of each task, of each loop that reads a stream, and of the
/// stream as this loop sees it. They are the lives that `librxtasks.so` records from within.
struct RuntimeLives {
  var modules = ModuleMap()

  private struct Task {
    let id: SubscriptionID
    /// When the call that made it came back; 0 where that is not known.
    var returned: UInt64 = 0
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
  /// Tasks that ended before they were known. In lines of an older script one may end on another thread
  /// before the call that makes it comes back.
  private var early: [UInt64: Bool] = [:]
  /// Calls that began while an older task had the memory that they return: this one ends first.
  private var calls: [UInt64: (call: TaskCall, kernelThread: UInt32)] = [:]
  private var lastIdentifier: UInt64 = 0
  private var threads: [UInt32: (id: ThreadID, events: UInt64)] = [:]
  private let runtime = TaskRuntime.all[0]
  /// The largest size of a table, whatever the input holds.
  private static let most = 1 << 22

  /// The records of a firing. Firings come in the order of time.
  mutating func records(of firing: RuntimeFiring) -> [TraceRecord] {
    let before = records(ofCallsBefore: firing.time)
    var moment = RuntimeMoment(time: firing.time, thread: thread(firing.kernelThread))
    handle(firing, &moment)
    threads[firing.kernelThread]?.events = moment.events
    return before + moment.records
  }

  /// The records that are left behind the last firing.
  mutating func finish() -> [TraceRecord] { records(ofCallsBefore: .max) }

  /// The records of calls that have come back, while nobody saw the end of the older task.
  private mutating func records(ofCallsBefore time: UInt64) -> [TraceRecord] {
    guard !calls.isEmpty else { return [] }
    var records: [TraceRecord] = []
    for (call, kernelThread) in calls.values.sorted(by: { $0.call.task < $1.call.task }) {
      guard let returned = call.returned, returned < time else { continue }
      calls[call.task] = nil
      var moment = RuntimeMoment(time: returned, thread: thread(kernelThread))
      make(call, on: moment.thread, &moment)
      threads[kernelThread]?.events = moment.events
      records += moment.records
    }
    return records
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

  private mutating func handle(_ firing: RuntimeFiring, _ moment: inout RuntimeMoment) {
    switch firing.event {
    case .taskMade(let call): taskMade(call, firing.kernelThread, &moment)
    case .taskEnded(let task, let hasFailed): taskEnded(task, hasFailed: hasFailed, &moment)
    case .taskCancelled(let task): taskCancelled(task, &moment)
    case .taskFreed(let task): taskFreed(task, &moment)
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
    _ call: TaskCall, _ kernelThread: UInt32, _ moment: inout RuntimeMoment
  ) {
    guard call.returned != nil else { return make(call, on: moment.thread, &moment) }
    // It cannot have ended before the call began.
    early[call.task] = nil
    if tasks[call.task] != nil, calls.count < Self.most {
      calls[call.task] = (call, kernelThread)
    } else {
      make(call, on: moment.thread, &moment)
    }
  }

  private mutating func make(_ call: TaskCall, on thread: ThreadID, _ moment: inout RuntimeMoment) {
    guard tasks.count < Self.most else { return }
    let address = call.task
    // The end of the one before it there was not seen.
    if tasks[address] != nil { taskEnded(address, hasFailed: false, &moment) }
    let id = newIdentifier()
    let isChild = call.flags & TaskRuntime.Flags.child != 0
    let name =
      call.flags & TaskRuntime.Flags.asyncLet != 0
      ? "async let" : call.flags & TaskRuntime.Flags.group != 0 ? "child task" : "task"
    moment.add(
      .subscribed(
        id, downstream: tasks[call.parent]?.id, role: Role(.task, number: isChild ? 1 : 0),
        site: Site(operatorName: name, file: modules.file(of: call.calls, areReturns: true), line: 0)),
      on: thread)
    tasks[address] = Task(id: id, returned: call.returned ?? 0)
    if let hasFailed = early.removeValue(forKey: address) {
      taskEnded(address, hasFailed: hasFailed, &moment)
    }
  }

  private mutating func taskFreed(_ address: UInt64, _ moment: inout RuntimeMoment) {
    early[address] = nil
    // A task ends before it is freed: while the call that makes it runs, this is the memory of an older one.
    guard let task = tasks[address], moment.time > task.returned || calls[address] != nil else { return }
    taskEnded(address, hasFailed: false, &moment)
  }

  private mutating func taskEnded(_ address: UInt64, hasFailed: Bool, _ moment: inout RuntimeMoment) {
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
    if let (call, maker) = calls.removeValue(forKey: address) {
      make(call, on: thread(maker).id, &moment)
    }
  }

  private mutating func taskCancelled(_ address: UInt64, _ moment: inout RuntimeMoment) {
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
    _ moment: inout RuntimeMoment
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
  private mutating func task(_ address: UInt64, _ moment: inout RuntimeMoment) -> SubscriptionID? {
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

  private mutating func abandoned(_ storage: UInt64, _ moment: inout RuntimeMoment) {
    guard let stream = streams[storage], !stream.isOver, !stream.isAbandoned else { return }
    streams[storage]?.isAbandoned = true
    if !stream.loops.isEmpty { moment.add(.abandoned(source: stream.number)) }
  }

  private mutating func terminates(_ storage: UInt64, _ moment: inout RuntimeMoment) {
    guard let stream = streams[storage], !stream.isOver else { return }
    let cancelled = stream.loops.filter { tasks[$0.task]?.isCancelled ?? false }
    endLoops(of: storage, because: .cancelled, &moment) { loop in
      cancelled.contains { $0.id == loop.id }
    }
    guard let rest = streams[storage]?.loops else { return }
    streams[storage]?.isOver = true
    for loop in rest { moment.disposed(loop.source, .cancelled) }
  }

  private mutating func streamFreed(_ storage: UInt64, _ moment: inout RuntimeMoment) {
    endLoops(of: storage, because: .deinitialized, &moment) { _ in true }
    streams[storage] = nil
  }

  private mutating func endLoops(
    of storage: UInt64, because reason: DisposalReason, _ moment: inout RuntimeMoment,
    where isMeant: (Loop) -> Bool
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
