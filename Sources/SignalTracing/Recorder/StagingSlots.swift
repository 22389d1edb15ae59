import CSignalProbes
import TraceFormat

/// Which slots are free, in the staging file and, for want of it, in memory that goes with the program. Guarded by the
/// registry's lock.
///
/// Space for slots is taken ahead, by the recorder's process: a thread that begins to record finds one, and makes no
/// system call for it. Allocates nothing: a signal handler may be the first to need one.
struct StagingSlots: ~Copyable {
  private let files: UnsafeMutablePointer<rx_files>
  private let call: FileThread.Call
  /// The numbers of free slots, from 1; each leads to the next, 0 is none. Beside the slots, where nobody else writes.
  private var firstFree: UInt32 = 0
  private let nextFree: UnsafeMutablePointer<UInt32>
  private var used = 0
  private let count: Int

  /// So many are made ahead at first, and at most.
  private static let fewest = 8
  private static let most = 1024

  init(_ thread: FileThread) {
    files = thread.files
    call = thread.slotsCall
    count = thread.files.pointee.slots
    nextFree = .allocate(capacity: count)
    nextFree.initialize(repeating: 0, count: count)
  }

  func free() { nextFree.deallocate() }

  /// Whether the next slot in the file is there already.
  var isReady: Bool { firstFree != 0 || used < min(Int(rx_files_slots_ready(files)), count) }

  /// Whether the last call for more of them was in vain.
  var hasFailed: Bool {
    rx_file_call_state(call) == UInt32(RX_CALL_DONE) && call.pointee.result != 0
  }

  /// Asks for more of them if there will soon be none. Returns the call, for whoever wants to wait for it.
  func askAhead(waiting: Int) -> FileThread.Call {
    let ready = Int(rx_files_slots_ready(files))
    let ahead = min(max(Self.fewest, used), Self.most)
    if ready < min(used + waiting + ahead / 2, count), rx_file_call_state(call) != UInt32(RX_CALL_WAITING) {
      rx_files_extend(files, call, min(used + waiting + ahead, count))
    }
    return call
  }

  /// A slot that is nobody's; nil when there are more threads than slots.
  mutating func take(from staging: inout StagingFile?) -> StagingSlot? {
    let number: Int
    if firstFree != 0 {
      number = Int(firstFree) - 1
      firstFree = nextFree[number]
    } else {
      guard used < count else { return nil }
      number = used
      used += 1
    }
    guard let calls = files.pointee.thread_calls, let spares = files.pointee.spare else { return nil }
    let spare = UnsafeMutableRawPointer(spares) + number * StagingFile.slotSize
    let own = calls + 2 * number
    if number < Int(rx_files_slots_ready(files)),
      let slot = staging?.slot(number, calls: own, spare: spare)
    {
      return slot
    }
    return StagingSlot(number: number, spare: spare, calls: own)
  }

  mutating func give(_ slot: StagingSlot) {
    nextFree[slot.number] = firstFree
    firstFree = UInt32(slot.number) + 1
  }
}
