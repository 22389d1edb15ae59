import CRecorder
import CSignalProbes
import Glibc
import Synchronization
import TraceFormat

/// The recording in progress and the threads that take part in it: all state that needs a lock. `Recorder`
/// calls the registry, and the registry calls the `RecordingSession`; there are no calls in the other
/// direction.
enum RecorderRegistry {
  typealias Thread = UnsafeMutablePointer<rx_thread>

  // `lock` guards everything below. It is taken only with `rx_thread.recording` set: a signal handler never
  // waits for its own thread. A forked child takes it over from a thread that it does not have. So accesses
  // never overlap. Swift does not check that here: it would list the accesses of a thread, and when a handler
  // ends its thread, the list would lead to a stack that is gone.
  private static let lock = LockWord()
  @exclusivity(unchecked) private nonisolated(unsafe) static var session: RecordingSession?
  @exclusivity(unchecked) private nonisolated(unsafe) static var epochs: UInt32 = 0
  @exclusivity(unchecked) private nonisolated(unsafe) static var isPrepared = false
  /// In a forked child: the environment asked for a recording, which begins at the first subscription. Not
  /// guarded.
  private static let isArmed = Atomic<Bool>(false)
  @exclusivity(unchecked) private nonisolated(unsafe) static var savedStaging: UnsafeMutableRawPointer?
  /// Whether a signal handler that has interrupted the recorder is forking now.
  @exclusivity(unchecked) private nonisolated(unsafe) static var forksInside = false
  /// Whether the program was under a filter of system calls at its last fork; false if that was not known.
  @exclusivity(unchecked) private nonisolated(unsafe) static var parentWasFiltered = false

  // MARK: Starting and stopping

  /// Returns the path of the recording.
  @discardableResult
  static func start(_ options: RecordingOptions, _ thread: Thread) throws(TraceRecordingError) -> String {
    let isOutermost = begin(thread)
    defer { end(thread, isOutermost) }
    let (path, notices) = try makeSession(options)
    // Standard error may hang, and a thread that has the lock must not.
    for line in notices { rx_say(line) }
    return path
  }

  /// Begins the recording, and returns its path and the lines to print about it.
  private static func makeSession(
    _ options: RecordingOptions
  ) throws(TraceRecordingError) -> (path: String, notices: [String]) {
    let cancellation = lockForbiddingCancellation()
    defer { unlock(cancellation) }
    guard session == nil else { throw .alreadyRecording }
    prepare()
    rx_process_settle()
    epochs &+= 1
    if epochs == 0 { epochs = 1 }
    CurrentRecording.lostElsewhereInAll.store(0, ordering: .relaxed)
    CurrentRecording.unwritten.store(0, ordering: .relaxed)
    let new = try RecordingSession(options, epoch: epochs)
    session = new
    isArmed.store(false, ordering: .relaxed)
    waits.store(options.waits, ordering: .relaxed)
    CurrentRecording.lostElsewhere.store(new.lostElsewhere, ordering: .releasing)
    CurrentRecording.setRedaction(options.redaction)
    CurrentRecording.valueLimit.store(Int(options.valueLimit ?? 0), ordering: .relaxed)
    rx_control_set(!options.leavesValuesOut, true)
    // Last: a thread that records one kind of event from here on records all kinds.
    CurrentRecording.epoch.store(epochs, ordering: .releasing)
    return (new.path, new.notices)
  }

  /// The time that the end of the program waits for the recording to be sealed, and the time that a call of
  /// `stop` waits.
  private static let patienceAtExit: UInt64 = 900_000_000
  static let patience: UInt64 = 10_000_000_000
  /// The line at the end of the program if that time was not enough.
  private static let notEnded: StaticString = """
    rxtrace: the recording could not be ended in time: its last part is in the .stage file beside it, where rxtrace finds \
    it until the machine restarts

    """
  /// The same if a signal handler has ended a thread inside the recorder.
  private static let endedByHandler: StaticString = """
    rxtrace: a signal handler ended a thread inside the recorder: the last records of that thread are in the .stage file \
    beside the recording, where rxtrace finds them until the machine restarts

    """
  /// The same times for a recording that waits for a slow disk.
  private static let patienceOfWaiting: UInt64 = 60_000_000_000
  /// Whether the recording waits for a slow disk. Not guarded.
  private static let waits = Atomic<Bool>(false)

  /// Ends the recording, or waits for another thread that ends it. Returns whether all records are in its
  /// file.
  ///
  /// - Parameter complaint: printed on standard error if this thread could not write all records in time.
  static func stop(_ thread: Thread, within patience: UInt64 = patience, orSay complaint: StaticString? = nil)
    -> Bool
  {
    // A signal handler that has interrupted the recorder ends the program: the staged records are safe as
    // they are.
    guard thread.isOutsideRecorder else { return false }
    let patience = waits.load(ordering: .relaxed) ? patienceOfWaiting : patience
    let deadline = FileThread.deadline(in: patience)
    thread.enterRecorder()
    let cancellation = rx_forbid_cancellation()
    // The thread with the lock may wait for a disk that hangs.
    guard takeLock(until: deadline) else {
      rx_allow_cancellation(cancellation)
      thread.leaveRecorder()
      return false
    }
    guard let closing = session else {
      unlock(cancellation)
      thread.leaveRecorder()
      return true
    }
    guard !closing.isClosing else {
      lock.give()
      // The sealing thread waits for this one to be out.
      thread.leaveRecorder()
      defer { rx_allow_cancellation(cancellation) }
      return closing.waitUntilSealed(until: deadline)
    }
    closing.beginClosing()
    lock.give()
    // This comes first. The words that the gates read change one after the other; meanwhile a thread would
    // record one kind of event and not another.
    closing.closeThreads()
    rx_control_set(false, false)
    CurrentRecording.epoch.store(0, ordering: .releasing)
    let isComplete = closing.seal(by: thread, until: deadline)
    // No thread enters any more, and none waits for the disk with the lock.
    takeLock()
    // A filter could kill the program for saying something, or for removing the remains of the recorder's
    // process.
    let isAtExit = complaint != nil
    let isFiltered = isAtExit && closing.programIsFilteredAtExit
    closing.release(until: deadline, isAtExit: isAtExit, reaps: !isFiltered)
    session = nil
    unlock(cancellation)
    closing.tellSealed(isComplete)
    thread.leaveRecorder()
    if let complaint, !isComplete, !isFiltered {
      StandardError.say(closing.hasThreadsEndedInside ? endedByHandler : complaint)
    }
    rx_say_wait()
    return isComplete
  }

  /// Whether the program has forbidden itself system calls. False if that cannot be found out at once.
  static func programIsFiltered(_ thread: Thread) -> Bool {
    let isOutermost = begin(thread)
    defer { end(thread, isOutermost) }
    let cancellation = lockForbiddingCancellation()
    defer { unlock(cancellation) }
    return session?.programIsFiltered ?? false
  }

  /// The same as at the end of the program: the calling thread makes no system call but `futex`.
  static func stopWithoutCalls(_ thread: Thread) {
    _ = stop(thread, within: patienceAtExit, orSay: notEnded)
  }

  /// The recording in progress is the parent's: this process is a child that was forked without its fork
  /// handlers.
  static var isParents: Bool { CurrentRecording.isInProgress && !rx_process_is_settled() }

  /// A thread that has the lock must not be cancelled: the lock would stay locked.
  private static func lockForbiddingCancellation() -> Int32 {
    let before = rx_forbid_cancellation()
    takeLock()
    return before
  }

  /// The thread with the lock finds only state of this process.
  private static func takeLock() { _ = takeLock(until: 0) }

  private static func takeLock(until deadline: UInt64) -> Bool {
    // If a thread of this process that had the lock is gone, a signal handler has ended it. It may have left
    // a slot without an owner; the recording goes on. In a child the thread was the parent's.
    guard lock.takeOver(until: deadline) != nil else { return false }
    if isParents { forgetParents() }
    return true
  }

  private static func unlock(_ cancellation: Int32) {
    lock.give()
    rx_allow_cancellation(cancellation)
  }

  private static func begin(_ thread: Thread) -> Bool {
    guard thread.isOutsideRecorder else { return false }
    thread.enterRecorder()
    return true
  }

  private static func end(_ thread: Thread, _ isOutermost: Bool) {
    if isOutermost { thread.leaveRecorder() }
  }

  /// Runs once in a process, before the first record. It uses everything that is made at its first use.
  private static func prepare() {
    guard !isPrepared else { return }
    withUnsafeTemporaryAllocation(byteCount: ChunkHeader.size, alignment: 16) { room in
      ChunkHeader().encode(to: room.baseAddress!)
      _ = ChunkHeader.decode(UnsafeRawBufferPointer(room))
    }
    _ = RecordTally.now
    RequestedRecording.prepare()
    ThreadStaging.prepare(threads: 16_384)
    rx_process_barrier()
    atexit {
      _ = RecorderRegistry.stop(
        rx_thread_current(), within: RecorderRegistry.patienceAtExit, orSay: RecorderRegistry.notEnded)
    }
    pthread_atfork(
      { RecorderRegistry.aboutToFork() },
      { (RecorderRegistry.savedStaging, RecorderRegistry.forksInside) = (nil, false) },
      {
        RecordTally.forget()
        RecorderRegistry.abandonInChild(rx_thread_current())
      })
    // A child that is forked before this does it again, which does no harm.
    isPrepared = true
  }

  // MARK: Threads

  /// Lets a thread take part. `memory` is the thread's memory of an earlier recording.
  static func enter(_ thread: Thread, _ memory: UnsafeMutableRawPointer?) -> ThreadStaging.Pointer? {
    let cancellation = lockForbiddingCancellation()
    defer { unlock(cancellation) }
    guard let session, !session.isClosing else {
      if let memory { UnusedStagings.keep(memory) }
      return nil
    }
    let used = memory ?? UnusedStagings.take()
    guard let memory = used ?? ThreadStaging.take() else {
      CurrentRecording.countElsewhere()
      return nil
    }
    guard let slot = session.reserveSlot() else {
      UnusedStagings.keep(memory)
      CurrentRecording.countElsewhere()
      return nil
    }
    lock.give()
    let isInTime = slot.isReady || session.wait(forSlot: slot.number)
    let staging = session.begin(thread, in: memory, isFresh: used == nil, slot: slot.number)
    takeLock()
    // The recording is over, or a signal handler has forked and this is the child, which has no part in the
    // recording.
    guard self.session === session else {
      UnusedStagings.keep(memory)
      return nil
    }
    if !isInTime { session.noteUnsafe() }
    guard let staging, !session.isClosing else {
      session.withdraw(staging, slot: slot.number)
      UnusedStagings.keep(memory)
      if staging == nil { CurrentRecording.countElsewhere() }
      return nil
    }
    session.join(staging)
    return staging
  }

  /// A signal handler has ended the thread, which it had interrupted in the recorder.
  private static func endedInRecorder(_ thread: Thread, _ memory: UnsafeMutableRawPointer?) {
    let cancellation = rx_forbid_cancellation()
    defer { rx_allow_cancellation(cancellation) }
    if lock.isMine { lock.give() }
    takeLock()
    let staging = memory?.assumingMemoryBound(to: ThreadStaging.self)
    if let staging, staging.pointee.phase.load(ordering: .relaxed) == ThreadStaging.Phase.recording {
      session?.abandon(staging)
    }
    thread.pointee.recorder = nil
    lock.give()
    thread.leaveRecorder()
  }

  static func threadEnded(_ thread: Thread) {
    guard thread.isOutsideRecorder else { return endedInRecorder(thread, thread.pointee.recorder) }
    guard let memory = thread.pointee.recorder else { return }
    let staging = memory.assumingMemoryBound(to: ThreadStaging.self)
    thread.enterRecorder()
    let cancellation = rx_forbid_cancellation()
    defer { rx_allow_cancellation(cancellation) }
    let waits =
      CurrentRecording.unwritten.load(ordering: .relaxed)
      >= CurrentRecording.mostUnwritten.load(ordering: .relaxed)
    let isWritten =
      staging.pointee.isOpen && staging.pointee.finish(.ended, until: waits ? nil : FileThread.now)
    takeLock()
    var mustWait = false
    switch staging.pointee.phase.load(ordering: .relaxed) {
    case ThreadStaging.Phase.recording: mustWait = session?.leave(staging, isWritten: isWritten) == false
    case ThreadStaging.Phase.sealed: UnusedStagings.keep(memory)
    default: break
    }
    thread.pointee.recorder = nil
    lock.give()
    thread.leaveRecorder()
    if mustWait { waitUntilSealed(staging) }
  }

  /// Waits while another thread seals the recording and reads this thread's staging. If the disk hangs for
  /// longer than a thread's patience, the staging's memory belongs to the recording for ever.
  private static func waitUntilSealed(_ staging: ThreadStaging.Pointer) {
    let deadline = FileThread.deadline(in: FileThread.patience)
    while staging.pointee.phase.load(ordering: .acquiring) == ThreadStaging.Phase.recording {
      guard rx_clock_monotonic() < deadline else { return }
      rx_files_pause(200_000)
    }
    guard staging.pointee.phase.load(ordering: .relaxed) == ThreadStaging.Phase.sealed else { return }
    takeLock()
    UnusedStagings.keep(staging)
    lock.give()
  }

  // MARK: Forks

  private static func aboutToFork() {
    let thread = rx_thread_current()
    if thread.isOutsideRecorder, lock.take() {
      // A child would begin a recording of its own, which takes calls that a filter may not let through.
      if !isParents, let session {
        parentWasFiltered = session.isFromEnvironment && session.programIsFiltered
      }
      lock.give()
    }
    forksInside = !thread.isOutsideRecorder
    guard !thread.isOutsideRecorder, let memory = thread.pointee.recorder,
      let copy = ThreadStaging.allocate(isWipedOnFork: false)
    else { return }
    // A signal handler forks and has interrupted the recorder, which goes on in the child as well.
    ThreadStaging.copy(memory, to: copy)
    savedStaging = copy
  }

  /// For a forked child: gives up the parent's recording. Does nothing once the child has given it up.
  static func abandonInChild(_ thread: Thread) {
    // A signal handler has forked that had interrupted its thread inside the lock: that code goes on in the
    // child. Not in a child that was found out later: at the same place may lie something of its own by now.
    if !thread.isOutsideRecorder, forksInside { session?.abandonInChild() }
    forksInside = false
    if lock.isMine {
      if isParents { forgetParents() }
    } else {
      unlock(lockForbiddingCancellation())
    }
    if thread.isOutsideRecorder || savedStaging == nil {
      thread.pointee.recorder = nil
    } else if let copy = savedStaging, let memory = thread.pointee.recorder {
      ThreadStaging.copy(copy, to: memory)
      memory.assumingMemoryBound(to: ThreadStaging.self).pointee.cancelCalls()
      memory.assumingMemoryBound(to: ThreadStaging.self).pointee.close()
      memory.assumingMemoryBound(to: ThreadStaging.self).pointee.phase
        .store(ThreadStaging.Phase.abandoned, ordering: .relaxed)
    }
    savedStaging = nil
  }

  /// The lock is held.
  private static func forgetParents() {
    let parents = session
    if parents?.isFromEnvironment == true, !parentWasFiltered { isArmed.store(true, ordering: .relaxed) }
    if let parents { _ = Unmanaged.passRetained(parents) }
    session = nil
    UnusedStagings.forget()
    CurrentRecording.epoch.store(0, ordering: .releasing)
    CurrentRecording.lostElsewhere.store(nil, ordering: .relaxed)
    rx_control_set(false, isArmed.load(ordering: .relaxed))
  }

  /// The first subscription of a forked child begins the child's own recording.
  static func startInChild(_ thread: Thread) -> Bool {
    guard isArmed.exchange(false, ordering: .relaxed) else { return false }
    rx_control_set(false, false)
    return startFromEnvironment(thread)
  }
}
