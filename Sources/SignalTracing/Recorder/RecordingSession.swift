import CSignalProbes
import Glibc
import Synchronization
import TraceFormat

/// One recording in progress: its files, and the threads that record into it. Guarded by the registry's lock.
final class RecordingSession {
  let epoch: UInt32
  /// Made by the environment, so that a forked child makes one of its own.
  let isFromEnvironment: Bool
  let file: UnsafeMutablePointer<ChunkFile>
  private let thread: FileThread
  private(set) var staging: StagingFile?
  private let path: String
  /// What is said, once, when a kill takes records away. Made before: who says it may have interrupted malloc.
  private let unsafeWarning: UnsafeMutablePointer<CChar>
  private var hasWarned = false
  /// What is to be said of the beginning, by whoever does not have the lock any more.
  private(set) var notices: [String] = []
  private let readingGap: UInt64
  private var threads: ThreadStaging.Pointer?
  /// Threads that have ended and left something that could not be written.
  private var orphans = 0
  private static let mostOrphans = 64
  /// Whether the recording is being sealed: nobody enters or leaves the list any more.
  private(set) var isClosing = false
  /// What became of the sealing, once it has ended.
  private let result = Atomic<Result>(.none)

  enum Result: UInt8, AtomicRepresentable { case none, complete, incomplete }

  init(_ options: RecordingOptions, epoch: UInt32) throws(TraceRecordingError) {
    self.epoch = epoch
    isFromEnvironment = options.isFromEnvironment
    let deadline = FileThread.deadline(in: 10 * FileThread.patience)
    do { thread = try FileThread.start() } catch { throw .cannotStart(errorNumber: error.number) }
    // A slow disk gets its time; one that does not answer at all costs the program a second.
    if !options.waits { thread.limitCalls(to: 2 * FileThread.patience) }
    var header = RecordingHeader(
      describingThisProcess: options, ProcessFacts(thread: thread, deadline: deadline))
    let first = ClockReading(ticks: header.startedTicks, nanoseconds: header.startedMonotonic)
    header.ticksPerSecond = ClockReading.ticksPerSecond(since: first)
    header.eventCost = EventCost.measure(ticksPerSecond: header.ticksPerSecond)
    readingGap = max(header.ticksPerSecond / 1000, 1)
    let bytes = header.encoded()
    let created: CreatedFile
    do {
      created = try CreatedFile(
        options, bytes, identity: header.identity, thread, until: deadline)
    } catch {
      thread.end(until: FileThread.deadline(in: thread.isStuck ? 0 : FileThread.patience))
      throw error
    }
    path = created.path
    unsafeWarning = strdup(
      "rxtrace: \(path).stage cannot grow: if the program is killed, its newest events are lost\n")
    file = .allocate(capacity: 1)
    file.initialize(
      to: ChunkFile(created, header: bytes, thread, clock: header.clock.rawValue, options))
    do {
      staging = try StagingFile.make(
        besides: created.path, identity: header.identity, thread, until: deadline)
    } catch {
      hasWarned = true
      let reason = String(cString: strerror(error.number))
      notices.append(
        "rxtrace: \(path).stage: \(reason): if the program is killed, its newest events are lost\n")
    }
    thread.limitCalls(to: 0)
    if let notice = created.notice { notices.append(notice) }
  }

  /// Where records are counted that no thread's slot can count.
  var lostElsewhere: UnsafeMutablePointer<Atomic<UInt64>>? { staging?.lostElsewhere }

  /// Lets a thread record, into memory that it brings. Returns nil when there is no memory for a slot.
  func enter(_ thread: UnsafeMutablePointer<rx_thread>, _ memory: UnsafeMutableRawPointer) -> ThreadStaging
    .Pointer?
  {
    if orphans > 0 { writeOrphan() }
    guard let slot = slot() else { return nil }
    let staging = ThreadStaging.begin(
      in: memory, thread: thread, slot: slot, file: file, epoch: epoch, readingGap: readingGap)
    staging.pointee.next = threads
    threads = staging
    return staging
  }

  private func slot() -> StagingSlot? {
    rx_guard_check()
    do throws(ErrorNumber) {
      let deadline = FileThread.deadline(in: FileThread.patience)
      if let slot = try staging?.take(until: deadline) { return slot }
    } catch {
      staging?.noteUnsafe()
      if !hasWarned { rx_say_soon(unsafeWarning) }
      hasWarned = true
    }
    return StagingSlot.anonymous()
  }

  /// A thread ends, or has begun to record elsewhere. False while the recording is being sealed: then the
  /// thread waits.
  func leave(_ thread: ThreadStaging.Pointer, isWritten: Bool) -> Bool {
    guard !isClosing else { return false }
    if !isWritten, orphans < Self.mostOrphans || thread.pointee.isBusy {
      thread.pointee.thread = nil
      orphans += 1
    } else {
      if !isWritten { Recorder.countElsewhere(thread.pointee.untold) }
      remove(thread)
    }
    return true
  }

  private func remove(_ thread: ThreadStaging.Pointer) {
    if threads == thread {
      threads = thread.pointee.next
    } else {
      var other = threads
      while let current = other, current.pointee.next != thread { other = current.pointee.next }
      other?.pointee.next = thread.pointee.next
    }
    give(thread.pointee.slot, thread)
    Recorder.recycle(thread)
  }

  private func give(_ slot: StagingSlot, _ thread: ThreadStaging.Pointer) {
    thread.pointee.vacate()
    if slot.outlivesProcess { staging?.give(slot.memory) } else { munmap(slot.memory, StagingFile.slotSize) }
  }

  /// Tries once more to write what a thread has left behind.
  private func writeOrphan() {
    var candidate = threads
    while let current = candidate {
      if current.pointee.thread == nil {
        guard current.pointee.finish(.ended) else { return }
        orphans -= 1
        remove(current)
        return
      }
      candidate = current.pointee.next
    }
  }

  /// Closes the list. From here on it belongs to the thread that seals.
  func beginClosing() { isClosing = true }

  /// No thread begins a record of any kind after its next look. What it was about to record is not part of the recording,
  /// nor is anything after it.
  func closeThreads() { forEachThread { $0.pointee.close() } }

  /// Writes everything out and makes the file whole, without the lock. Returns whether it could by `deadline`: if not,
  /// the staging file stays, and readers find the rest there.
  func seal(by own: UnsafeMutablePointer<rx_thread>, until deadline: UInt64) -> Bool {
    var living: Set<UInt32> = []
    forEachThread { living.insert($0.pointee.number) }
    rx_process_barrier()
    var isComplete = true
    forEachThread { staging in
      guard waitUntilIdle(staging, own, deadline) else {
        isComplete = false
        return staging.pointee.phase.store(ThreadStaging.Phase.abandoned, ordering: .releasing)
      }
      _ = staging.pointee.finish(.lifecycle, until: deadline)
    }
    forEachThread { staging in
      let isIdle = staging.pointee.phase.load(ordering: .relaxed) == ThreadStaging.Phase.recording
      guard isIdle, !staging.pointee.finish(.everything, until: deadline) else { return }
      isComplete = false
      // What is not in the staging file goes with the process.
      if !staging.pointee.slot.outlivesProcess { Recorder.countElsewhere(staging.pointee.untold) }
    }
    var others = 0
    forEachThread { if $0.pointee.thread != nil, $0.pointee.thread != own { others += 1 } }
    isComplete =
      isComplete && writeLostElsewhere(besides: living, until: deadline)
      && file.pointee.writeIndex(threads: others, until: deadline)
    file.pointee.giveBackSpace(until: deadline)
    if isComplete { staging?.remove(until: deadline) }
    return isComplete
  }

  /// Waits until the thread is out of the recorder.
  private func waitUntilIdle(
    _ staging: ThreadStaging.Pointer, _ own: UnsafeMutablePointer<rx_thread>, _ deadline: UInt64
  ) -> Bool {
    guard let thread = staging.pointee.thread, thread != own else { return true }
    while !thread.isOutsideRecorder {
      guard rx_clock_monotonic() < deadline else { return false }
      var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      nanosleep(&pause, nil)
    }
    return true
  }

  /// Tells whoever waits in `waitUntilSealed`.
  func tellSealed(_ isComplete: Bool) {
    result.store(isComplete ? .complete : .incomplete, ordering: .releasing)
  }

  /// Waits for another thread that seals the recording, and returns whether everything is in its file.
  func waitUntilSealed(until deadline: UInt64) -> Bool {
    while result.load(ordering: .acquiring) == .none, rx_clock_monotonic() < deadline {
      var pause = timespec(tv_sec: 0, tv_nsec: 200_000)
      nanosleep(&pause, nil)
    }
    return result.load(ordering: .acquiring) == .complete
  }

  private func writeLostElsewhere(besides living: Set<UInt32>, until deadline: UInt64) -> Bool {
    let elsewhere = Recorder.lostElsewhereInAll.load(ordering: .relaxed)
    let lost = elsewhere &+ file.pointee.lostByCutting(besides: living, until: deadline)
    guard lost > 0 else { return true }
    var header = ChunkHeader()
    header.kind = ChunkKind.lifecycle.rawValue
    header.before = lost
    header.lost = lost
    let now = ClockReading.now()
    header.openedTicks = now.ticks
    header.openedMonotonic = now.nanoseconds
    header.firstTicks = now.ticks
    header.lastTicks = now.ticks
    header.closedTicks = now.ticks
    header.closedMonotonic = now.nanoseconds
    let room = UnsafeMutableRawPointer.allocate(byteCount: ChunkHeader.size, alignment: 16)
    defer { if !thread.isStuck { room.deallocate() } }
    let outcome = file.pointee.append(
      &header, records: room + ChunkHeader.size, .noRecords, through: thread.call, until: deadline)
    guard outcome == .written else { return false }
    // The file tells of them now: the staging file need not.
    lostElsewhere?.pointee.subtract(elsewhere, ordering: .relaxed)
    return true
  }

  /// Lets everything go and tells each thread that its memory is its own again; with the lock. Where a thread
  /// is stuck in the recorder, what it may still touch stays for good; so it does where the disk hangs after `deadline`.
  func release(until deadline: UInt64) {
    var isStuck = thread.isStuck
    forEachThread { current in
      if current.pointee.isBusy {
        current.pointee.phase.store(ThreadStaging.Phase.abandoned, ordering: .releasing)
      }
      if current.pointee.phase.load(ordering: .relaxed) == ThreadStaging.Phase.abandoned { isStuck = true }
    }
    forEachThread { current in
      guard current.pointee.phase.load(ordering: .relaxed) == ThreadStaging.Phase.recording else { return }
      if !current.pointee.slot.outlivesProcess { munmap(current.pointee.slot.memory, StagingFile.slotSize) }
      if current.pointee.thread == nil {
        Recorder.recycle(current)
      } else {
        current.pointee.phase.store(ThreadStaging.Phase.sealed, ordering: .releasing)
      }
    }
    threads = nil
    Recorder.lostElsewhere.store(nil, ordering: .releasing)
    guard !isStuck else { return thread.end(until: deadline) }
    staging?.unmap()
    file.move().free()
    file.deallocate()
    Glibc.free(unsafeWarning)
    thread.end(until: deadline)
  }

  /// In a forked child, where the recording is the parent's.
  func abandonInChild() {
    staging?.abandonInChild()
  }

  private func forEachThread(_ body: (ThreadStaging.Pointer) -> Void) {
    var next = threads
    while let current = next {
      next = current.pointee.next
      body(current)
    }
  }
}
