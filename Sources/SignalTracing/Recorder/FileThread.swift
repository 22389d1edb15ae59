import CSignalProbes
import Glibc

/// The thread that holds a recording's files, out of the program's reach, and makes the system calls on them.
///
/// The program can close, duplicate or use up its descriptors as it likes: none of ours is among them. Its signals,
/// cancellations and limits never meet a call of ours, and a disk that hangs hangs this thread alone.
struct FileThread {
  typealias Call = UnsafeMutablePointer<rx_file_call>

  /// How long a thread that records waits for the disk before it gives records up: half a second.
  static let patience: UInt64 = 500_000_000

  let files: UnsafeMutablePointer<rx_files>
  /// What starts, stops and lets threads enter asks with this one, with the registry's lock held.
  let call: Call
  private let lastCall: Call
  /// Where calls leave what they say about a file.
  let status: UnsafeMutablePointer<stat>
  /// How long one call may take, whatever its deadline says; 0 while that alone counts.
  private let longest: UnsafeMutablePointer<UInt64>

  /// Throws an error number. Where there are as many threads as there may be, it tries again for a moment: others end.
  static func start() throws(ErrorNumber) -> FileThread {
    let thread = FileThread(files: .allocate(capacity: 1), call: .allocate(capacity: 2))
    let deadline = deadline(in: patience)
    var number = rx_files_start(thread.files)
    while number == EAGAIN, rx_clock_monotonic() < deadline {
      var pause = timespec(tv_sec: 0, tv_nsec: 10_000_000)
      nanosleep(&pause, nil)
      number = rx_files_start(thread.files)
    }
    guard number == 0 else {
      thread.free()
      throw ErrorNumber(number)
    }
    return thread
  }

  private init(files: UnsafeMutablePointer<rx_files>, call: Call) {
    files.initialize(to: rx_files())
    call.initialize(repeating: rx_file_call(), count: 2)
    self.files = files
    self.call = call
    lastCall = call + 1
    status = .allocate(capacity: 1)
    status.initialize(to: stat())
    longest = .allocate(capacity: 1)
    longest.initialize(to: 0)
  }

  private func free() {
    files.deallocate()
    call.deallocate()
    status.deallocate()
    longest.deallocate()
  }

  /// From here on one call that takes longer than this is the last one: those that follow fail at once. 0 for never.
  func limitCalls(to nanoseconds: UInt64) { longest.pointee = nanoseconds }

  /// Ends the thread, which closes its files. What a thread that hangs may still touch stays for good.
  func end(until deadline: UInt64) {
    if rx_files_end(files, lastCall, deadline) { free() }
  }

  /// A moment of `CLOCK_MONOTONIC`.
  static func deadline(in nanoseconds: UInt64) -> UInt64 { rx_clock_monotonic() + nanoseconds }

  /// Whether a call of ours is still to come back: nobody waits for it any more.
  var isStuck: Bool { rx_file_call_state(call) == UInt32(RX_CALL_WAITING) }

  /// Makes a system call. Throws the error's number; `ETIMEDOUT` when it does not come back by `deadline`, 0 for never.
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

/// What the kernel says went wrong.
struct ErrorNumber: Error {
  let number: Int32
  init(_ number: Int32) { self.number = number }
}
