import CSignalProbes
import Glibc
import Synchronization
import TraceFormat

/// The memory in which one thread stages what it records.
struct StagingSlot {
  let memory: UnsafeMutableRawPointer
  /// Not 0 once somebody has cut the staging file and the guard has put empty pages here. Nil for a slot in no file.
  let broken: UnsafeMutablePointer<UInt8>?
  /// Of the staging file.
  let head: UnsafeMutableRawPointer?

  /// Memory that does not outlive the process, for want of disk.
  static func anonymous() -> StagingSlot? {
    let memory = mmap(
      nil, StagingFile.slotSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | Int32(MAP_POPULATE),
      -1, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    return StagingSlot(memory: memory, broken: nil, head: nil)
  }

  var outlivesProcess: Bool { broken != nil }

  /// Puts empty memory in the place of a broken slot. Returns whether it was broken.
  func mend() -> Bool {
    guard rx_guard_has_tripped(), let broken, let head, broken.pointee != 0 else { return false }
    Self.noteUnsafe(head)
    _ = mmap(
      memory, StagingFile.slotSize, PROT_READ | PROT_WRITE, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    broken.pointee = 0
    return true
  }

  /// Notes that from now on records are made of which nothing is left if the program is killed.
  static func noteUnsafe(_ head: UnsafeMutableRawPointer) {
    let word = (head + StagingLayout.Head.unsafeSince).assumingMemoryBound(to: Atomic<UInt64>.self)
    _ = word.pointee.compareExchange(expected: 0, desired: max(rx_clock_ticks(), 1), ordering: .relaxed)
  }
}
