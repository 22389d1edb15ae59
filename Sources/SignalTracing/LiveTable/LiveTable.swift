import CSignalProbes
import Glibc
import Synchronization

/// Every living subscription of the process, one 64-byte record each, from the first one on, traced or not.
///
/// A thread takes and gives back records of its own; only when it has none left, or far too many, does it ask the
/// shared list. Identifiers come in blocks for the same reason. There is no lock: a child that is forked at any moment
/// finds everything whole. It loses what other threads of its parent had to themselves.
enum LiveTable {
  typealias Slot = UnsafeMutablePointer<rx_subscription>
  typealias Thread = UnsafeMutablePointer<rx_thread>

  /// The size of a chunk, the memory for new slots; it lies at a multiple of its size. The last slot of a chunk is no
  /// subscription's: its first word is the address of another chunk.
  private static let chunkSize = Int(RX_LIVE_RECORDS_OF_A_CHUNK) * MemoryLayout<rx_subscription>.stride
  private static let slotSize = UInt(MemoryLayout<rx_subscription>.stride)
  private static let linkOffset = UInt(chunkSize) - slotSize
  private static let identifiersAtOnce: UInt64 = 256

  /// The first free slot, linked to the next; see `FreeList`.
  private static let free = Atomic<UInt64>(0)
  /// The address of the next slot that nobody has had yet. If there is none: 0, or the address of a chunk's last slot.
  private static let fresh = Atomic<UInt>(0)
  private static let nextIdentifier = Atomic<UInt64>(1)

  @inline(__always)
  static func take(_ thread: Thread) -> Slot {
    if let slot = thread.pointee.free_slots {
      thread.pointee.free_slots = next(of: slot)
      thread.pointee.free_slot_count &-= 1
      return slot
    }
    return takeShared() ?? takeFresh()
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
    rx_subscription_given(slot)
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
    let first = nextIdentifier.wrappingAdd(identifiersAtOnce, ordering: .relaxed).oldValue
    thread.pointee.next_identifier = first
    thread.pointee.last_identifier = first + identifiersAtOnce
  }

  @inline(never)
  private static func takeShared() -> Slot? {
    var known = free.load(ordering: .acquiring)
    while let slot = FreeList.slot(known) {
      let next = FreeList.word(UInt(truncatingIfNeeded: rx_subscription_link(slot)), after: known)
      let (exchanged, now) = free.compareExchange(
        expected: known, desired: next, ordering: .acquiringAndReleasing)
      if exchanged { return slot }
      known = now
    }
    return nil
  }

  @inline(never)
  private static func takeFresh() -> Slot {
    var known = fresh.load(ordering: .acquiring)
    while true {
      let isUsedUp = known == 0 || known % UInt(chunkSize) == linkOffset
      let slot = isUsedUp ? makeChunk() : known
      let (exchanged, now) = fresh.compareExchange(
        expected: known, desired: slot + slotSize, ordering: .acquiringAndReleasing)
      if exchanged {
        if isUsedUp { enter(chunk: slot) }
        return Slot(bitPattern: slot).unsafelyUnwrapped
      }
      if isUsedUp { munmap(UnsafeMutableRawPointer(bitPattern: slot), chunkSize) }
      known = now
    }
  }

  @inline(never)
  private static func giveShared(_ thread: Thread, keeping kept: UInt32) {
    guard thread.pointee.free_slot_count > kept, let first = thread.pointee.free_slots else { return }
    var last = first
    thread.pointee.free_slot_count -= 1
    while thread.pointee.free_slot_count > kept, let following = next(of: last) {
      last = following
      thread.pointee.free_slot_count -= 1
    }
    thread.pointee.free_slots = next(of: last)
    var known = free.load(ordering: .relaxed)
    while true {
      setNext(of: last, FreeList.slot(known))
      let (exchanged, now) = free.compareExchange(
        expected: known, desired: FreeList.word(UInt(bitPattern: first), after: known),
        ordering: .acquiringAndReleasing)
      if exchanged { return }
      known = now
    }
  }

  /// Enters a chunk, so that this process, and others that look into it, find all chunks: each names the one before.
  private static func enter(chunk: UInt) {
    guard let link = UnsafeMutablePointer<UInt64>(bitPattern: chunk + linkOffset) else { return }
    rx_live_enter(UInt64(chunk), link)
  }

  /// Calls `body` with the place of each record that is somebody's at the moment when it is looked at.
  static func forEach(_ body: (rx_place) -> Void) {
    var place = rx_place()
    var chunk = UInt(rx_live_newest_chunk())
    while chunk != 0 {
      for offset in stride(from: 0, to: linkOffset, by: UInt.Stride(slotSize)) {
        if let slot = Slot(bitPattern: chunk + offset), rx_subscription_look(slot, &place) { body(place) }
      }
      chunk = UnsafePointer<UInt>(bitPattern: chunk + linkOffset)?.pointee ?? 0
    }
  }

  /// Memory for slots, at a multiple of its size.
  private static func makeChunk() -> UInt {
    let memory = mmap(nil, 2 * chunkSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { fatalError("out of memory for the live table") }
    let before = (chunkSize - Int(bitPattern: memory) % chunkSize) % chunkSize
    if before > 0 { munmap(memory, before) }
    munmap(memory + before + chunkSize, chunkSize - before)
    return UInt(bitPattern: memory + before)
  }
}

/// The word of a list that threads take from without a lock: a slot's address, which is a multiple of 64, and a number.
/// Each change of the list gives another number. So a list that has changed meanwhile is not taken for the same, even
/// if the same slot is first again.
private enum FreeList {
  private static let numberBits: UInt64 = 22

  static func slot(_ word: UInt64) -> LiveTable.Slot? {
    LiveTable.Slot(bitPattern: UInt((word >> numberBits) << 6))
  }

  static func word(_ slot: UInt, after word: UInt64) -> UInt64 {
    let number = (word &+ 1) & (1 << numberBits - 1)
    return ((UInt64(slot) >> 6) << numberBits) | number
  }
}
