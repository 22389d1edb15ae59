import CRecorder
import TraceFormat

/// Which slots are free, in the staging file and, for want of it, in memory that goes with the program.
/// Guarded by the registry's lock.
///
/// Space for slots is taken ahead, by the recorder's process: a thread that begins to record finds one, and
/// makes no system call for it. Allocates nothing: a signal handler may be the first to need one.
struct StagingSlots: ~Copyable {
  private let files: UnsafeMutablePointer<rx_files>
  private let call: FileThread.Call
  /// The numbers of free slots, from 1; each leads to the next, 0 is none. Beside the slots, where nobody
  /// else writes.
  private var firstFree: UInt32 = 0
  private let nextFree: UnsafeMutablePointer<UInt32>
  /// How many were taken at one time or another.
  private var used = 0
  private let count: Int

  /// The number of slots that are made ahead: at first, and at most.
  private static let fewest = 8
  private static let most = 128

  init(_ thread: FileThread) {
    files = thread.files
    call = thread.slotsCall
    count = thread.files.pointee.slots
    nextFree = .allocate(capacity: count)
    nextFree.initialize(repeating: 0, count: count)
  }

  func free() { nextFree.deallocate() }

  /// Whether the file has the space of a slot.
  func isReady(_ number: Int) -> Bool { number < Int(rx_files_slots_ready(files)) }

  /// Asks for more of them if there will soon be none. Returns the call, for a caller that wants to wait.
  /// With the lock.
  @discardableResult
  func askAhead() -> FileThread.Call {
    let ready = Int(rx_files_slots_ready(files))
    let ahead = min(max(Self.fewest, used), Self.most)
    if ready < min(used + ahead / 2, count) { rx_files_extend(files, call, UInt32(min(used + ahead, count))) }
    return call
  }

  /// Waits until the file has the space of a slot. False where it does not come. Without the lock.
  func wait(for number: Int, until deadline: UInt64) -> Bool {
    rx_files_wait_for_slot(files, UInt32(number), deadline)
  }

  /// The number of a slot that is nobody's, counted from 0; nil when there are more threads than slots.
  mutating func reserve() -> Int? {
    if firstFree != 0 {
      let number = Int(firstFree) - 1
      firstFree = nextFree[number]
      return number
    }
    guard used < count else { return nil }
    used += 1
    return used - 1
  }

  /// The slot with that number: in the staging file if that has its space. Without the lock.
  func slot(_ number: Int, in staging: borrowing StagingFile?) -> StagingSlot? {
    guard let calls = files.pointee.thread_calls, let spares = files.pointee.spare else { return nil }
    let spare = UnsafeMutableRawPointer(spares) + number * StagingFile.slotSize
    let own = calls + 2 * number
    if isReady(number), let slot = staging?.slot(number, calls: own, spare: spare) { return slot }
    return StagingSlot(number: number, spare: spare, calls: own)
  }

  mutating func give(_ number: Int) {
    nextFree[number] = firstFree
    firstFree = UInt32(number) + 1
  }
}
