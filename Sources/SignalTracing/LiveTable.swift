import CSignalProbes
import Glibc
import Synchronization

/// Every living subscription of the process, one 64-byte record each, from the first one on, traced or not.
///
/// A thread takes and gives back records of its own; only when it has none left, or far too many, does it ask the
/// shared list. Identifiers come in blocks for the same reason.
enum LiveTable {
  typealias Slot = UnsafeMutablePointer<rx_subscription>
  typealias Thread = UnsafeMutablePointer<rx_thread>

  private static let chunk = 1024
  private static let identifiersAtOnce: UInt64 = 256

  private struct Shared {
    var free: Slot?
    /// Slots of the newest chunk that nobody had yet.
    var fresh: Slot?
    var freshCount = 0
    var nextIdentifier: UInt64 = 1
  }

  private static let lock = Mutex(())
  // Guarded by the lock; slots that are in no list belong to one subscription.
  private nonisolated(unsafe) static var shared = Shared()

  @inline(__always)
  static func take(_ thread: Thread) -> Slot {
    if let slot = thread.pointee.free_slots {
      thread.pointee.free_slots = next(of: slot)
      thread.pointee.free_slot_count &-= 1
      return slot
    }
    return takeShared()
  }

  @inline(__always)
  static func identifier(_ thread: Thread) -> UInt64 {
    if thread.pointee.next_identifier == thread.pointee.last_identifier { takeIdentifiers(thread) }
    let identifier = thread.pointee.next_identifier
    thread.pointee.next_identifier = identifier &+ 1
    return identifier
  }

  @inline(__always)
  static func give(_ slot: Slot, _ thread: Thread) {
    slot.pointee.state = (slot.pointee.state & ~0xff) &+ 0x100
    setNext(of: slot, thread.pointee.free_slots)
    thread.pointee.free_slots = slot
    thread.pointee.free_slot_count &+= 1
    if thread.pointee.free_slot_count > 4096 { giveShared(thread, keeping: 2048) }
  }

  static func threadEnded(_ thread: Thread) { giveShared(thread, keeping: 0) }

  private static func next(of slot: Slot) -> Slot? { Slot(bitPattern: UInt(slot.pointee.owner)) }
  private static func setNext(of slot: Slot, _ next: Slot?) {
    slot.pointee.owner = UInt64(UInt(bitPattern: next))
  }

  @inline(never)
  private static func takeIdentifiers(_ thread: Thread) {
    let first = lock.withLock { _ in
      defer { shared.nextIdentifier += identifiersAtOnce }
      return shared.nextIdentifier
    }
    thread.pointee.next_identifier = first
    thread.pointee.last_identifier = first + identifiersAtOnce
  }

  @inline(never)
  private static func takeShared() -> Slot {
    let taken = lock.withLock { _ in
      if let slot = shared.free {
        shared.free = next(of: slot)
        return UInt(bitPattern: slot)
      }
      if shared.freshCount == 0 {
        shared.fresh = makeChunk()
        shared.freshCount = chunk
      }
      defer {
        shared.fresh = shared.fresh.map { $0 + 1 }
        shared.freshCount -= 1
      }
      return UInt(bitPattern: shared.fresh)
    }
    return Slot(bitPattern: taken).unsafelyUnwrapped
  }

  @inline(never)
  private static func giveShared(_ thread: Thread, keeping kept: UInt32) {
    lock.withLock { _ in
      while thread.pointee.free_slot_count > kept, let slot = thread.pointee.free_slots {
        thread.pointee.free_slots = next(of: slot)
        thread.pointee.free_slot_count -= 1
        setNext(of: slot, shared.free)
        shared.free = slot
      }
    }
  }

  private static func makeChunk() -> Slot {
    let bytes = chunk * MemoryLayout<rx_subscription>.stride
    let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { fatalError("out of memory for the live table") }
    return memory.bindMemory(to: rx_subscription.self, capacity: chunk)
  }
}
