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
  private(set) var staging: StagingFile?
  private let readingGap: UInt64
  private var threads: ThreadStaging.Pointer?
  /// Threads that have ended and left something that could not be written.
  private var orphans = 0
  private static let mostOrphans = 64
  /// Whether the recording is being sealed: nobody enters or leaves the list any more.
  private(set) var isClosing = false

  init(_ options: RecordingOptions, epoch: UInt32) throws(TraceRecordingError) {
    var header = RecordingHeader(describingThisProcess: options)
    let first = ClockReading(ticks: header.startedTicks, nanoseconds: header.startedMonotonic)
    header.ticksPerSecond = ClockReading.ticksPerSecond(since: first)
    let created = try CreatedFile(options, header.encoded())
    staging = StagingFile.make(path: StagingLayout.path(of: created.path), identity: header.identity)
    file = .allocate(capacity: 1)
    file.initialize(
      to: ChunkFile(
        created.descriptor, header: created.length, clock: header.clock.rawValue, limit: options.maximumSize))
    self.epoch = epoch
    isFromEnvironment = options.isFromEnvironment
    readingGap = max(header.ticksPerSecond / 1000, 1)
  }

  /// Where records are counted that no thread's slot can count.
  var lostElsewhere: UnsafeMutablePointer<Atomic<UInt64>>? { staging?.lostElsewhere }

  /// Lets a thread record, into memory that it brings. Returns nil when there is no memory for a slot.
  func enter(_ thread: UnsafeMutablePointer<rx_thread>, _ memory: UnsafeMutableRawPointer) -> ThreadStaging
    .Pointer?
  {
    if orphans > 0 { writeOrphan() }
    guard let slot = staging?.take() ?? Self.anonymousSlot() else { return nil }
    let staging = ThreadStaging.begin(
      in: memory, thread: thread, slot: slot, file: file, epoch: epoch, readingGap: readingGap)
    staging.pointee.next = threads
    threads = staging
    return staging
  }

  /// A thread ends, or has begun to record elsewhere. False while the recording is being sealed: then the
  /// thread waits.
  func leave(_ thread: ThreadStaging.Pointer, isWritten: Bool) -> Bool {
    guard !isClosing else { return false }
    if !isWritten, orphans < Self.mostOrphans {
      thread.pointee.thread = nil
      orphans += 1
    } else {
      if !isWritten { lostElsewhere?.pointee.add(thread.pointee.untold, ordering: .relaxed) }
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

  private func give(_ slot: UnsafeMutableRawPointer, _ thread: ThreadStaging.Pointer) {
    thread.pointee.vacate()
    if staging?.contains(slot) == true { staging?.give(slot) } else { munmap(slot, StagingFile.slotSize) }
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

  /// A slot that does not outlive the process, for want of disk.
  private static func anonymousSlot() -> UnsafeMutableRawPointer? {
    let slot = mmap(
      nil, StagingFile.slotSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | Int32(MAP_POPULATE),
      -1, 0)
    return slot == MAP_FAILED ? nil : slot
  }

  /// Closes the list. From here on it belongs to the thread that seals.
  func beginClosing() { isClosing = true }

  /// Writes everything out and makes the file whole, without the lock. Returns whether it could: if not, the
  /// staging file stays, and readers find the rest there.
  func seal(by own: UnsafeMutablePointer<rx_thread>) -> Bool {
    forEachThread { $0.pointee.close() }
    rx_process_barrier()
    var isComplete = true
    var patience = 2000
    forEachThread { staging in
      guard waitUntilIdle(staging, own, &patience) else {
        isComplete = false
        return staging.pointee.phase.store(ThreadStaging.Phase.abandoned, ordering: .releasing)
      }
      _ = staging.pointee.finish(.lifecycle)
    }
    forEachThread { staging in
      let isIdle = staging.pointee.phase.load(ordering: .relaxed) == ThreadStaging.Phase.recording
      guard isIdle, !staging.pointee.finish(.everything) else { return }
      isComplete = false
      // What is not in the staging file goes with the process.
      if self.staging?.contains(staging.pointee.slot) != true {
        lostElsewhere?.pointee.add(staging.pointee.untold, ordering: .relaxed)
      }
    }
    isComplete = isComplete && writeLostElsewhere() && file.pointee.writeIndex()
    file.pointee.giveBackSpace()
    if isComplete { staging?.remove() }
    return isComplete
  }

  /// Waits, two seconds in all, until the thread is out of the recorder.
  private func waitUntilIdle(
    _ staging: ThreadStaging.Pointer, _ own: UnsafeMutablePointer<rx_thread>, _ patience: inout Int
  ) -> Bool {
    guard let thread = staging.pointee.thread, thread != own else { return true }
    while !thread.isOutsideRecorder {
      guard patience > 0 else { return false }
      patience -= 1
      var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      nanosleep(&pause, nil)
    }
    return true
  }

  private func writeLostElsewhere() -> Bool {
    guard let lost = lostElsewhere?.pointee.exchange(0, ordering: .relaxed), lost > 0 else { return true }
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
    let isWritten = withUnsafeTemporaryAllocation(byteCount: ChunkHeader.size, alignment: 16) { room in
      file.pointee.append(&header, records: room.baseAddress! + ChunkHeader.size)
    }
    if !isWritten { lostElsewhere?.pointee.add(lost, ordering: .relaxed) }
    return isWritten
  }

  /// Lets everything go and tells each thread that its memory is its own again; with the lock. Where a thread
  /// is stuck in the recorder, what it may still touch stays for good.
  func release() {
    var isStuck = false
    forEachThread {
      if $0.pointee.phase.load(ordering: .relaxed) == ThreadStaging.Phase.abandoned { isStuck = true }
    }
    forEachThread { current in
      guard current.pointee.phase.load(ordering: .relaxed) == ThreadStaging.Phase.recording else { return }
      if staging?.contains(current.pointee.slot) != true {
        munmap(current.pointee.slot, StagingFile.slotSize)
      }
      if current.pointee.thread == nil {
        Recorder.recycle(current)
      } else {
        current.pointee.phase.store(ThreadStaging.Phase.sealed, ordering: .releasing)
      }
    }
    threads = nil
    guard !isStuck else { return }
    staging?.unmapSlots()
    file.deinitialize(count: 1)
    file.deallocate()
  }

  /// In a forked child, where the recording is the parent's.
  func abandonInChild() {
    staging?.abandonInChild()
    file.pointee.abandonInChild()
  }

  private func forEachThread(_ body: (ThreadStaging.Pointer) -> Void) {
    var next = threads
    while let current = next {
      next = current.pointee.next
      body(current)
    }
  }
}
