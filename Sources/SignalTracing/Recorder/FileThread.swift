import CRecorder
import CSignalProbes
import Glibc

/// Holds a recording's files where the program cannot reach them, and makes the system calls on them.
///
/// The program can close, duplicate or use up its own descriptors: the recorder's descriptors are not among
/// them. The program's signals, cancellations and limits do not affect the recorder's calls, and a disk that
/// hangs does not hang the program.
///
/// While the recording begins this is a thread, which can make any system call that the program may make.
/// After `settle` it is a process without privileges, which can only write to the open files.
struct FileThread {
  typealias Call = UnsafeMutablePointer<rx_file_call>

  /// How long a thread that records waits for the disk before it gives records up: half a second.
  static let patience: UInt64 = 500_000_000

  let files: UnsafeMutablePointer<rx_files>
  /// The call for starts, stops and entering threads, with the registry's lock held.
  let call: Call
  /// How much memory the program and the process share.
  private let size: Int
  /// The result of a call that asks for a file's status.
  let status: UnsafeMutablePointer<stat>
  /// The longest time for one call, in nanoseconds, in addition to its deadline; 0 for no such limit.
  private let longest: UnsafeMutablePointer<UInt64>

  /// Throws an error number. At the limit of threads it tries again for a moment, because other threads may
  /// end.
  static func start() throws(ErrorNumber) -> FileThread {
    guard let files = [16_384, 1_024, 64].lazy.compactMap({ rx_files_make($0, StagingFile.slotSize) }).first
    else { throw ErrorNumber(ENOMEM) }
    let thread = FileThread(files: files)
    let number = tryAgain { rx_files_start(files) }
    guard number == 0 else {
      thread.free()
      throw ErrorNumber(number)
    }
    return thread
  }

  /// Tries again for a moment at the limit of threads and processes.
  private static func tryAgain(_ body: () -> Int32) -> Int32 {
    let deadline = deadline(in: patience)
    var number = body()
    while number == EAGAIN, rx_clock_monotonic() < deadline {
      rx_files_pause(10_000_000)
      number = body()
    }
    return number
  }

  private init(files: UnsafeMutablePointer<rx_files>) {
    self.files = files
    size = files.pointee.size
    call = rx_files_own_call(files, Int32(RX_REGISTRYS_CALL))
    status = .allocate(capacity: 1)
    status.initialize(to: stat())
    longest = .allocate(capacity: 1)
    longest.initialize(to: 0)
  }

  /// The call that asks for slots ahead.
  var slotsCall: Call { rx_files_own_call(files, Int32(RX_SLOTS_CALL)) }

  private func free() {
    rx_files_free(files)
    status.deallocate()
    longest.deallocate()
  }

  /// Limits the time of each call, in nanoseconds. After a call has taken longer, all later calls fail at
  /// once. 0 removes the limit.
  func limitCalls(to nanoseconds: UInt64) {
    longest.pointee = nanoseconds
    files.pointee.longest = nanoseconds
  }

  /// Replaces the thread by the process.
  func settle(_ estate: rx_estate, until deadline: UInt64) throws(ErrorNumber) {
    let copy = UnsafeMutablePointer<rx_estate>.allocate(capacity: 1)
    copy.initialize(to: estate)
    let number = Self.tryAgain { rx_files_settle(files, call, copy, deadline) }
    if number != ETIMEDOUT { copy.deallocate() }
    guard number == 0 else { throw ErrorNumber(number) }
  }

  /// Ends the thread or the process, which closes its files. If it hangs, the memory that it may still touch
  /// is never freed. With `keepsMemory` the shared memory is not freed, because another thread may still
  /// touch it. With `reaps` the calling thread makes a system call that removes the ended process.
  func end(until deadline: UInt64, keepsMemory: Bool = false, reaps: Bool = true) {
    let hasEnded = rx_files_end(files, rx_files_own_call(files, Int32(RX_LAST_CALL)), deadline, reaps)
    if hasEnded, !keepsMemory { free() }
  }

  /// For a forked child whose thread was interrupted in the recorder and goes on there.
  func abandonInChild() { rx_files_abandon(files, size) }

  /// Makes every other thread of the program pass a full fence. The program itself makes no system call for
  /// this.
  func barrier(until deadline: UInt64) {
    let isDone = rx_files_barrier(files, call, deadline) && call.pointee.result == 0
    // Longer than any store waits in a processor.
    if !isDone { rx_files_pause(2_000_000) }
  }

  /// Whether the program's first thread is under a filter of system calls. False if that cannot be found out
  /// in a moment.
  func programIsFiltered(until deadline: UInt64) -> Bool {
    rx_files_wait(call, 1) && rx_files_look(files, call, deadline) && call.pointee.result == 1
  }

  /// A deadline that has passed, for callers that do not wait.
  static let now: UInt64 = 1

  /// A moment of `CLOCK_MONOTONIC`.
  static func deadline(in nanoseconds: UInt64) -> UInt64 { rx_clock_monotonic() + nanoseconds }

  /// Whether a call has not returned yet. No thread waits for it any more.
  var isStuck: Bool { rx_file_call_state(call) == UInt32(RX_CALL_WAITING) }

  /// Makes a system call. Throws the error's number; `ETIMEDOUT` when it does not come back by `deadline`, 0
  /// for never.
  @discardableResult
  func perform(
    _ number: Int, _ first: Int = 0, _ second: Int = 0, _ third: Int = 0, _ fourth: Int = 0, _ fifth: Int = 0,
    _ sixth: Int = 0, until deadline: UInt64
  ) throws(ErrorNumber) -> Int {
    try answer(until: deadline) { deadline in
      rx_files_call(
        files, call, number, Int64(first), Int64(second), Int64(third), Int64(fourth), Int64(fifth),
        Int64(sixth), deadline)
    }
  }

  /// The kind of a path's file system: a number of <linux/magic.h>.
  func fileSystem(of path: Int, until deadline: UInt64) throws(ErrorNumber) -> Int64 {
    guard let path = UnsafePointer<CChar>(bitPattern: path) else { throw ErrorNumber(EFAULT) }
    return Int64(
      try answer(until: deadline) { deadline in rx_files_file_system(files, call, path, deadline) })
  }

  /// Writes all of the bytes.
  func write(
    _ bytes: UnsafeRawPointer, _ count: Int, to descriptor: Int32, at offset: Int, until deadline: UInt64
  ) throws(ErrorNumber) {
    try answer(until: deadline) { deadline in
      rx_files_write(files, call, descriptor, bytes, count, UInt64(offset), deadline)
    }
  }

  @discardableResult
  func answer(until deadline: UInt64, _ ask: (_ deadline: UInt64) -> Bool) throws(ErrorNumber) -> Int {
    var deadline = deadline
    if longest.pointee > 0 {
      guard !isStuck else { throw ErrorNumber(ETIMEDOUT) }
      let latest = Self.deadline(in: longest.pointee)
      deadline = deadline == 0 ? latest : min(deadline, latest)
    }
    guard rx_files_wait(call, deadline), ask(deadline) else { throw ErrorNumber(ETIMEDOUT) }
    guard call.pointee.result >= 0 else { throw ErrorNumber(Int32(clamping: -call.pointee.result)) }
    return Int(call.pointee.result)
  }
}

/// The kernel's number of an error.
struct ErrorNumber: Error {
  let number: Int32
  init(_ number: Int32) { self.number = number }
}
