import CRecorder
import CSignalProbes
import Glibc
import Synchronization
import TraceFormat

/// One recording in progress: its files, and the threads that record into it. Guarded by the registry's lock.
final class RecordingSession {
  let epoch: UInt32
  /// True if the environment asked for it. Then a forked child makes a recording of its own.
  let isFromEnvironment: Bool
  let file: UnsafeMutablePointer<ChunkFile>
  let thread: FileThread
  @exclusivity(unchecked) private var staging: StagingFile?
  @exclusivity(unchecked) private var slots: StagingSlots
  /// The number of threads that have a slot's number and will join, without the lock.
  @exclusivity(unchecked) private var joining = 0
  let path: String
  /// The line that is printed, once, if a kill would lose records. It is made beforehand, because a signal
  /// handler that has interrupted malloc may print it.
  private let unsafeWarning: UnsafeMutablePointer<CChar>
  @exclusivity(unchecked) private var hasWarned = false
  /// The lines about the beginning. A thread prints them after it has released the lock.
  @exclusivity(unchecked) private(set) var notices: [String] = []
  private let readingGap: UInt64
  @exclusivity(unchecked) private var threads = StagingList()
  /// The stagings of ended threads with records that are not written yet.
  @exclusivity(unchecked) private var orphans = StagingList() {
    didSet { CurrentRecording.unwritten.store(orphans.count, ordering: .relaxed) }
  }
  private static let mostOrphans = 64
  /// The stagings that were written out while the recording was sealed, without the lock.
  @exclusivity(unchecked) private var written = StagingList()
  /// At least this many ended threads need not wait for the disk, even if fewer threads record.
  private static let fewestUnwritten = 16
  /// Whether a signal's handler has ended a thread inside the recorder.
  @exclusivity(unchecked) private(set) var hasThreadsEndedInside = false
  /// Whether the recording is being sealed. Then no thread enters or leaves the list any more.
  @exclusivity(unchecked) private(set) var isClosing = false
  /// The outcome of the sealing, once it has ended.
  private let result = Atomic<Result>(.none)

  enum Result: UInt8, AtomicRepresentable { case none, complete, incomplete }

  init(_ options: RecordingOptions, epoch: UInt32) throws(TraceRecordingError) {
    self.epoch = epoch
    isFromEnvironment = options.isFromEnvironment
    let deadline = FileThread.deadline(in: 10 * FileThread.patience)
    do { thread = try FileThread.start() } catch { throw .cannotStart(errorNumber: error.number) }
    // A slow disk gets its time. A disk that does not answer at all costs the program a second.
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
    file.initialize(to: ChunkFile(created, thread, clock: header.clock.rawValue, options))
    slots = StagingSlots(thread)
    do {
      staging = try StagingFile.make(
        besides: created.path, identity: header.identity, slots: thread.files.pointee.slots, thread,
        until: deadline)
    } catch {
      hasWarned = true
      let reason = String(cString: strerror(error.number))
      notices.append(
        "rxtrace: \(path).stage: \(reason): if the program is killed, its newest events are lost\n")
    }
    do {
      try settle(created, bytes)
    } catch {
      giveUp(created)
      throw .cannotStart(errorNumber: error.number)
    }
    thread.limitCalls(to: 0)
    if let notice = created.notice { notices.append(notice) }
    if staging != nil {
      _ = rx_files_wait(slots.askAhead(), file.pointee.deadline(from: rx_clock_monotonic()))
    }
  }

  /// Hands all files over to a process that keeps none of the program's privileges.
  private func settle(_ created: CreatedFile, _ header: [UInt8]) throws(ErrorNumber) {
    let deadline = FileThread.deadline(in: 10 * FileThread.patience)
    guard header.count <= thread.files.pointee.header_room, let room = thread.files.pointee.header else {
      throw ErrorNumber(E2BIG)
    }
    header.withUnsafeBytes {
      UnsafeMutableRawPointer(room).copyMemory(from: $0.baseAddress!, byteCount: $0.count)
    }
    var estate = rx_estate()
    estate.recording = created.file.descriptor
    estate.header_length = UInt32(header.count)
    estate.staging = -1
    estate.removals.0.folder = Int32(RX_NO_FOLDER)
    estate.removals.1.folder = Int32(RX_NO_FOLDER)
    if staging != nil { try staging!.bequeath(&estate, until: deadline) }
    try thread.settle(estate, until: deadline)
    free(UnsafeMutableRawPointer(mutating: estate.names.0))
    free(UnsafeMutableRawPointer(mutating: estate.names.1))
  }

  /// The process cannot be started, so there is no recording. Its files are deleted. Memory that a hanging
  /// call may touch is not freed.
  private func giveUp(_ created: CreatedFile) {
    let deadline = FileThread.deadline(in: thread.isStuck ? 0 : FileThread.patience)
    rx_guard_end()
    if !thread.isStuck {
      staging?.place.remove(until: deadline)
      created.file.remove(until: deadline)
    }
    thread.end(until: deadline)
  }

  /// The place that counts records which no thread's slot can count.
  var lostElsewhere: UnsafeMutablePointer<Atomic<UInt64>>? { staging?.lostElsewhere }

  // A thread takes part in three steps: `reserveSlot`, `begin` and `join`. Other threads may take the lock
  // between them: it is never held while memory is touched for the first time, or while a thread waits for
  // memory.

  /// The number of a slot for one more thread, and whether its space is there; nil when there are too many
  /// threads. With the lock. Then the thread joins or withdraws.
  func reserveSlot() -> (number: Int, isReady: Bool)? {
    if orphans.count > 0 { writeOrphans() }
    guard let number = slots.reserve() else { return nil }
    joining += 1
    guard staging != nil else { return (number, true) }
    slots.askAhead()
    // No thread waits any more for a file that does not grow.
    return (number, hasWarned || slots.isReady(number))
  }

  /// Waits until the space of a slot is there. False if it does not come. Without the lock.
  func wait(forSlot number: Int) -> Bool {
    slots.wait(for: number, until: FileThread.deadline(in: FileThread.patience))
  }

  /// Notes that the staging file does not grow any more. With the lock.
  func noteUnsafe() {
    staging?.noteUnsafe()
    guard !hasWarned else { return }
    hasWarned = true
    // While the recording is being sealed, the sealing thread uses the registry's call.
    if !isClosing, !thread.programIsFiltered(until: FileThread.deadline(in: FileThread.patience / 10)) {
      rx_say_soon(unsafeWarning)
    }
  }

  /// Prepares memory that a thread brings, and its slot. Nil when there is no memory for a slot. Without the
  /// lock.
  func begin(
    _ thread: UnsafeMutablePointer<rx_thread>, in memory: UnsafeMutableRawPointer, isFresh: Bool,
    slot number: Int
  ) -> ThreadStaging.Pointer? {
    guard let slot = slots.slot(number, in: staging) else { return nil }
    return ThreadStaging.begin(
      in: memory, isFresh: isFresh, thread: thread, slot: slot, file: file, epoch: epoch,
      readingGap: readingGap)
  }

  /// Lets a thread record after `begin`. With the lock.
  func join(_ staging: ThreadStaging.Pointer) {
    joining -= 1
    if staging.pointee.slot.outlivesProcess {
      self.staging?.show(staging.pointee.slot.number)
    } else {
      self.staging?.noteUnsafe()
    }
    threads.add(staging)
    CurrentRecording.mostUnwritten.store(max(threads.count, Self.fewestUnwritten), ordering: .relaxed)
  }

  /// The thread does not record after all. With the lock.
  func withdraw(_ staging: ThreadStaging.Pointer?, slot number: Int) {
    joining -= 1
    staging?.pointee.vacate()
    if !isClosing { slots.give(number) }
  }

  /// A thread ends, or has begun to record into another recording. False while the recording is being sealed:
  /// then the thread waits.
  func leave(_ thread: ThreadStaging.Pointer, isWritten: Bool) -> Bool {
    guard !isClosing else { return false }
    if orphans.count > 0 { writeOrphans() }
    threads.remove(thread)
    if !isWritten, orphans.count < Self.mostOrphans || thread.pointee.isBusy {
      thread.pointee.thread = nil
      orphans.add(thread)
    } else {
      if !isWritten { CurrentRecording.countElsewhere(thread) }
      letGo(of: thread)
    }
    return true
  }

  /// Releases a staging that is in no list any more.
  private func letGo(of thread: ThreadStaging.Pointer) {
    vacate(thread)
    UnusedStagings.keep(thread)
  }

  private func vacate(_ thread: ThreadStaging.Pointer) {
    thread.pointee.vacate()
    slots.give(thread.pointee.slot.number)
  }

  /// A signal handler has ended the thread in the recorder. Its records are read from the staging file, as
  /// after a kill. No thread writes into its slot any more.
  func abandon(_ thread: ThreadStaging.Pointer) {
    hasThreadsEndedInside = true
    thread.pointee.close()
    thread.pointee.phase.store(ThreadStaging.Phase.abandoned, ordering: .relaxed)
    thread.pointee.thread = nil
  }

  /// Writes the records that ended threads have left. If the disk takes nothing, only some of them are kept.
  private func writeOrphans() {
    var tries = 4
    orphans.forOldest { current in
      tries -= 1
      guard !current.pointee.isInFlight,
        current.pointee.phase.load(ordering: .relaxed) == ThreadStaging.Phase.recording
      else { return tries > 0 }
      if orphans.count > Self.mostOrphans, current.pointee.hasFailed {
        CurrentRecording.countElsewhere(current)
      } else if !current.pointee.finish(.ended, until: FileThread.now) {
        return tries > 0
      }
      orphans.remove(current)
      letGo(of: current)
      return tries > 0
    }
  }

  /// Closes the list. From here on it belongs to the thread that seals.
  func beginClosing() { isClosing = true }

  /// After its next check of the limit no thread begins a record. The record that it writes now is not part
  /// of the recording, and no later one is.
  func closeThreads() { forEachThread { $0.pointee.close() } }

  /// Writes all records out and completes the file, without the lock. Returns whether that was done by
  /// `deadline`. If not, the staging file stays, and readers find the rest there.
  func seal(by own: UnsafeMutablePointer<rx_thread>, until deadline: UInt64) -> Bool {
    // Chunks that ended threads have handed over without waiting are written or not.
    orphans.forEach { current in
      guard current.pointee.phase.load(ordering: .relaxed) == ThreadStaging.Phase.recording,
        current.pointee.finish(.ended, until: deadline)
      else { return }
      orphans.remove(current)
      vacate(current)
      written.add(current)
    }
    var living: Set<UInt32> = []
    forEachThread { living.insert($0.pointee.number) }
    thread.barrier(until: deadline)
    // A thread that was ended in here may be in no list.
    var isComplete = !hasThreadsEndedInside
    forEachThread { staging in
      guard staging.pointee.phase.load(ordering: .relaxed) == ThreadStaging.Phase.recording else {
        return isComplete = false
      }
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
      // Records outside the staging file go with the process.
      if !staging.pointee.slot.outlivesProcess { CurrentRecording.countElsewhere(staging) }
    }
    var others = 0
    forEachThread { if $0.pointee.thread != nil, $0.pointee.thread != own { others += 1 } }
    isComplete =
      isComplete && writeLostElsewhere(besides: living, until: deadline)
      && file.pointee.writeIndex(threads: others, until: deadline)
    file.pointee.giveBackSpace(until: deadline)
    if isComplete { file.pointee.removeStaging(until: deadline) }
    return isComplete
  }

  /// Waits until the thread is out of the recorder.
  private func waitUntilIdle(
    _ staging: ThreadStaging.Pointer, _ own: UnsafeMutablePointer<rx_thread>, _ deadline: UInt64
  ) -> Bool {
    guard let thread = staging.pointee.thread, thread != own else { return true }
    while !thread.isOutsideRecorder {
      guard rx_clock_monotonic() < deadline else { return false }
      rx_files_pause(1_000_000)
    }
    return true
  }

  /// Wakes the threads that wait in `waitUntilSealed`.
  func tellSealed(_ isComplete: Bool) {
    result.store(isComplete ? .complete : .incomplete, ordering: .releasing)
  }

  /// Waits for another thread that seals the recording. Returns whether all records are in its file.
  func waitUntilSealed(until deadline: UInt64) -> Bool {
    while result.load(ordering: .acquiring) == .none, rx_clock_monotonic() < deadline {
      rx_files_pause(200_000)
    }
    return result.load(ordering: .acquiring) == .complete
  }

  private func writeLostElsewhere(besides living: Set<UInt32>, until deadline: UInt64) -> Bool {
    let elsewhere = CurrentRecording.lostElsewhereInAll.load(ordering: .relaxed)
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
    guard file.pointee.appendHead(&header, until: deadline) == .written else { return false }
    // The file counts these records now: the staging file need not.
    lostElsewhere?.pointee.subtract(elsewhere, ordering: .relaxed)
    return true
  }

  /// Releases all memory, and tells each thread that its memory is its own again; with the lock. Memory that
  /// a thread stuck in the recorder, or a disk that hangs after `deadline`, may still touch is never freed.
  ///
  /// At the end of the program nothing is given back, because that would need system calls of its threads.
  func release(until deadline: UInt64, isAtExit: Bool, reaps: Bool) {
    var isStuck = thread.isStuck || joining > 0 || isAtExit
    forEachThread { current in
      if current.pointee.isBusy {
        current.pointee.phase.store(ThreadStaging.Phase.abandoned, ordering: .releasing)
      }
      if current.pointee.phase.load(ordering: .relaxed) == ThreadStaging.Phase.abandoned { isStuck = true }
    }
    forEachThread { current in
      guard current.pointee.phase.load(ordering: .relaxed) == ThreadStaging.Phase.recording else { return }
      if current.pointee.thread == nil {
        UnusedStagings.keep(current)
      } else {
        current.pointee.phase.store(ThreadStaging.Phase.sealed, ordering: .releasing)
      }
    }
    written.forEach { UnusedStagings.keep($0) }
    threads.removeAll()
    orphans.removeAll()
    CurrentRecording.lostElsewhere.store(nil, ordering: .releasing)
    guard !isStuck else { return thread.end(until: deadline, keepsMemory: true, reaps: reaps) }
    staging?.unmap()
    slots.free()
    file.move().free()
    file.deallocate()
    Glibc.free(unsafeWarning)
    thread.end(until: deadline)
  }

  /// For a forked child of a thread that was interrupted in the recorder: the recording is the parent's.
  func abandonInChild() {
    staging?.abandonInChild()
    thread.abandonInChild()
  }

  private func forEachThread(_ body: (ThreadStaging.Pointer) -> Void) {
    threads.forEach(body)
    orphans.forEach(body)
  }
}
