import CRecorder
import CSignalProbes
import Glibc

/// Holds a recording's files, out of the program's reach, and makes the system calls on them.
///
/// The program can close, duplicate or use up its descriptors as it likes: none of ours is among them. Its
/// signals, cancellations and limits never meet a call of ours, and a disk that hangs does not hang the
/// program.
///
/// While the recording begins this is a thread, which can make any system call that the program may make.
/// After `settle` it is a process that keeps no right and can only write to the files that are open.
struct FileThread {
  typealias Call = UnsafeMutablePointer<rx_file_call>

  /// How long a thread that records waits for the disk before it gives records up: half a second.
  static let patience: UInt64 = 500_000_000

  let files: UnsafeMutablePointer<rx_files>
  /// The call for starts, stops and entering threads, with the registry's lock held.
  let call: Call
  /// How much memory the program and the process share.
  private let size: Int
  /// Where calls leave what they say about a file.
  let status: UnsafeMutablePointer<stat>
  /// How long one call may take, whatever its deadline says; 0 while that alone counts.
  private let longest: UnsafeMutablePointer<UInt64>

  /// Throws an error number. Where there are as many threads as there may be, it tries again for a moment:
  /// others end.
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

  /// Tries for a moment where there are as many threads and processes as there may be.
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

  /// With which slots are asked for ahead.
  var slotsCall: Call { rx_files_own_call(files, Int32(RX_SLOTS_CALL)) }

  private func free() {
    rx_files_free(files)
    status.deallocate()
    longest.deallocate()
  }

  /// From here on one call that takes longer than this is the last one: those that follow fail at once. 0 for
  /// never.
  func limitCalls(to nanoseconds: UInt64) {
    longest.pointee = nanoseconds
    files.pointee.longest = nanoseconds
  }

  /// Puts the process in the place of the thread.
  func settle(_ estate: rx_estate, until deadline: UInt64) throws(ErrorNumber) {
    let copy = UnsafeMutablePointer<rx_estate>.allocate(capacity: 1)
    copy.initialize(to: estate)
    let number = Self.tryAgain { rx_files_settle(files, call, copy, deadline) }
    if number != ETIMEDOUT { copy.deallocate() }
    guard number == 0 else { throw ErrorNumber(number) }
  }

  /// Ends the thread or the process, which closes its files. Memory that a hanging one may still touch stays
  /// for good. Where somebody may still touch the shared memory, it does as well. `reaps` is for a system
  /// call of this thread, which removes what is left of the process.
  func end(until deadline: UInt64, keepsMemory: Bool = false, reaps: Bool = true) {
    let hasEnded = rx_files_end(files, rx_files_own_call(files, Int32(RX_LAST_CALL)), deadline, reaps)
    if hasEnded, !keepsMemory { free() }
  }

  /// In a forked child whose thread was interrupted in the recorder, where it goes on.
  func abandonInChild() { rx_files_abandon(files, size) }

  /// Every other thread of the program passes a full fence, by a call that is not the program's.
  func barrier(until deadline: UInt64) {
    let isDone = rx_files_barrier(files, call, deadline) && call.pointee.result == 0
    // Longer than any store waits in a processor.
    if !isDone { rx_files_pause(2_000_000) }
  }

  /// Whether the program's first thread is under a filter of system calls, as far as that is known in a
  /// moment.
  func programIsFiltered(until deadline: UInt64) -> Bool {
    rx_files_wait(call, 1) && rx_files_look(files, call, deadline) && call.pointee.result == 1
  }

  /// The deadline of whoever does not wait.
  static let now: UInt64 = 1

  /// A moment of `CLOCK_MONOTONIC`.
  static func deadline(in nanoseconds: UInt64) -> UInt64 { rx_clock_monotonic() + nanoseconds }

  /// Whether a call of ours is still to come back: nobody waits for it any more.
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

  /// On which kind of file system a path lies: a number of <linux/magic.h>.
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
