import CRecorder
import TraceFormat

/// The free slots, in the staging file or, without one, in memory that ends with the program. Guarded by the
/// registry's lock.
///
/// The recorder's process takes space for slots ahead, so a thread that begins to record finds a slot and
/// makes no system call for it. Allocates nothing: a signal handler may be the first to need one.
struct StagingSlots: ~Copyable {
  private let files: UnsafeMutablePointer<rx_files>
  private let call: FileThread.Call
  /// The number of the first free slot, from 1; each free slot has the next number, 0 for none. The numbers
  /// are beside the slots, where no other program writes.
  private var firstFree: UInt32 = 0
  private let nextFree: UnsafeMutablePointer<UInt32>
  /// The number of slots that were ever taken.
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

  /// Asks for more slots if there will soon be none. Returns the call, for a caller that waits. With the
  /// lock.
  @discardableResult
  func askAhead() -> FileThread.Call {
    let ready = Int(rx_files_slots_ready(files))
    let ahead = min(max(Self.fewest, used), Self.most)
    if ready < min(used + ahead / 2, count) { rx_files_extend(files, call, UInt32(min(used + ahead, count))) }
    return call
  }

  /// Waits until the file has the space of a slot. False if it does not come. Without the lock.
  func wait(for number: Int, until deadline: UInt64) -> Bool {
    rx_files_wait_for_slot(files, UInt32(number), deadline)
  }

  /// The number of a free slot, counted from 0; nil if there are more threads than slots.
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

  /// The slot with this number: in the staging file if the file has its space. Without the lock.
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
