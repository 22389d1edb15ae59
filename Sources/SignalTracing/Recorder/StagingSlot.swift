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
  /// What stands in the slot as long as nobody has copied something over the staging file.
  let canary: UInt64

  /// Memory that does not outlive the process, for want of disk.
  static func anonymous() -> StagingSlot? {
    let memory = mmap(
      nil, StagingFile.slotSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | Int32(MAP_POPULATE),
      -1, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    return StagingSlot(memory: memory, broken: nil, head: nil, canary: 0)
  }

  var outlivesProcess: Bool { broken != nil }

  private var canaryWord: UnsafeMutablePointer<Atomic<UInt64>> {
    (memory + StagingLayout.Slot.canary).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// Whether what the slot holds is what was stored there.
  var isIntact: Bool { canaryWord.pointee.load(ordering: .acquiring) == canary.littleEndian }

  func putCanary() { canaryWord.pointee.store(canary.littleEndian, ordering: .relaxed) }

  /// Puts empty memory in the place of a slot that is broken, or holds somebody else's bytes. Returns whether it did.
  func mend() -> Bool {
    guard let broken, let head, !isIntact || (rx_guard_has_tripped() && broken.pointee != 0) else {
      return false
    }
    rx_guard_trip()
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
