import CSignalProbes
import Glibc
import Synchronization

/// The table of the process's living subscriptions. Each has a 64-byte record, whether the process is traced
/// or not.
///
/// A thread takes and gives back records of its own. It uses the shared list only when it has no free record
/// left, or far too many. Identifiers come in blocks for the same reason. There is no lock: a child that is
/// forked at any moment finds the table in order.
///
/// The records lie in a file in memory, where the observer of a process finds them; see `live.h`. A forked
/// child gets a file of its own, with a copy of the records of the inherited subscriptions. It loses the free
/// records.
enum LiveTable {
  typealias Slot = UnsafeMutablePointer<rx_subscription>
  typealias Thread = UnsafeMutablePointer<rx_thread>

  /// The size of a chunk, the memory for new slots; it lies at a multiple of its size. The last slot of a
  /// chunk is no subscription's: its first word is the address of another chunk.
  private static let chunkSize = Int(RX_LIVE_RECORDS_OF_A_CHUNK) * MemoryLayout<rx_subscription>.stride
  private static let slotSize = UInt(MemoryLayout<rx_subscription>.stride)
  private static let linkOffset = UInt(chunkSize) - slotSize
  private static let identifiersAtOnce: UInt64 = 256

  /// The first free slot, linked to the next; see `FreeList`.
  private static let free = Atomic<UInt64>(0)
  /// The address of the next unused slot. If there is none: 0, or the address of a chunk's last slot.
  private static let fresh = Atomic<UInt>(0)
  private static let nextIdentifier = Atomic<UInt64>(1)

  /// The greatest number of free slots that a thread keeps, and the number that it keeps when it gives slots
  /// to the shared list.
  private static let mostFree: UInt32 = 4096
  private static let fewerFree: UInt32 = 2048

  @inline(__always)
  static func take(_ thread: Thread) -> Slot {
    let own = thread.slots
    if let slot = own.pointee.free {
      own.pointee.free = next(of: slot)
      own.pointee.room &+= 1
      return slot
    }
    return takeShared() ?? takeFresh()
  }

  @inline(__always)
  static func identifier(_ thread: Thread) -> UInt64 {
    let own = thread.slots
    if own.pointee.next_identifier == own.pointee.last_identifier { takeIdentifiers(thread) }
    let identifier = own.pointee.next_identifier
    own.pointee.next_identifier = identifier &+ 1
    return identifier
  }

  @inline(__always)
  static func give(_ slot: Slot, _ thread: Thread) {
    let own = thread.slots
    if own.pointee.room == 0 { makeRoom(thread) }
    rx_subscription_given(slot)
    setNext(of: slot, own.pointee.free)
    own.pointee.free = slot
    own.pointee.room &-= 1
  }

  /// A thread that has given back no slot yet has no room; the same holds for a thread in a forked child.
  @inline(never)
  private static func makeRoom(_ thread: Thread) {
    rx_live_own()
    if thread.slots.pointee.free == nil {
      thread.slots.pointee.room = mostFree
    } else {
      giveShared(thread, keeping: fewerFree)
    }
  }

  static func threadEnded(_ thread: Thread) { giveShared(thread, keeping: 0) }

  private static func next(of slot: Slot) -> Slot? { Slot(bitPattern: UInt(slot.pointee.owner)) }
  private static func setNext(of slot: Slot, _ next: Slot?) {
    slot.pointee.owner = UInt64(UInt(bitPattern: next))
  }

  @inline(never)
  private static func takeIdentifiers(_ thread: Thread) {
    let first = nextIdentifier.wrappingAdd(identifiersAtOnce, ordering: .relaxed).oldValue
    thread.slots.pointee.next_identifier = first
    thread.slots.pointee.last_identifier = first + identifiersAtOnce
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
      if isUsedUp { rx_live_unmap_chunk(UInt64(slot)) }
      known = now
    }
  }

  @inline(never)
  private static func giveShared(_ thread: Thread, keeping kept: UInt32) {
    let own = thread.slots
    var count = mostFree &- min(own.pointee.room, mostFree)
    guard count > kept, let first = own.pointee.free else { return }
    var last = first
    count -= 1
    while count > kept, let following = next(of: last) {
      last = following
      count -= 1
    }
    own.pointee.free = next(of: last)
    own.pointee.room = mostFree - count
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

  /// Enters a chunk, so that this process and its observers find all chunks: each chunk names the chunk
  /// before.
  private static func enter(chunk: UInt) {
    guard let link = UnsafeMutablePointer<UInt64>(bitPattern: chunk + linkOffset) else { return }
    rx_live_enter(UInt64(chunk), link)
  }

  /// Calls `body` with a copy of each record whose subscription lives when the record is read.
  static func forEachAlive(_ body: (UnsafePointer<rx_subscription>) -> Void) {
    withUnsafeTemporaryAllocation(of: rx_subscription.self, capacity: 1) { room in
      guard let copy = room.baseAddress else { return }
      forEachSlot { slot, _, _ in if rx_subscription_copy_alive(slot, copy) { body(copy) } }
    }
  }

  /// Calls `body` with the place of each record that belongs to a subscription when the record is read.
  static func forEach(_ body: (rx_place) -> Void) {
    var place = rx_place()
    forEachSlot { slot, _, _ in if rx_subscription_look(slot, &place) { body(place) } }
  }

  /// The number of a chunk's slots for subscriptions.
  static let slotsOfAChunk = Int(RX_LIVE_RECORDS_OF_A_CHUNK) - 1

  /// Calls `body` with each slot, free or not, its number in its chunk, and the chunk's address.
  @inline(__always)
  static func forEachSlot(_ body: (_ slot: Slot, _ number: Int, _ chunk: UInt) -> Void) {
    var chunk = UInt(rx_live_newest_chunk())
    while let first = Slot(bitPattern: chunk) {
      for number in 0..<slotsOfAChunk { body(first + number, number, chunk) }
      chunk = UnsafePointer<UInt>(bitPattern: chunk + linkOffset)?.pointee ?? 0
    }
  }

  /// Memory for slots, at a multiple of its size.
  private static func makeChunk() -> UInt {
    let chunk = rx_live_map_chunk()
    guard chunk != 0 else { fatalError("out of memory for the live table") }
    return UInt(chunk)
  }

  /// For a forked child. Its table is a copy of its parent's table, perhaps one of a later moment. Slots that
  /// the parent took after the fork are not the child's, and the lists through the table may not be followed.
  static func forgetShared() {
    free.store(0, ordering: .relaxed)
    if let first = Slot(bitPattern: fresh.exchange(0, ordering: .relaxed)) {
      let part = UInt(bitPattern: first) % UInt(chunkSize)
      if part != 0, part < linkOffset {
        for place in 0..<Int((linkOffset - part) / slotSize) { rx_subscription_given(first + place) }
      }
    }
    let unknown = nextIdentifier.load(ordering: .relaxed)
    forEachSlot { slot, _, _ in if slot.pointee.identifier >= unknown { rx_subscription_given(slot) } }
  }
}

extension UnsafeMutablePointer<rx_thread> {
  /// The thread's share of the live table.
  @inline(__always) var slots: UnsafeMutablePointer<rx_thread_slots> {
    (UnsafeMutableRawPointer(self) + Int(RX_THREAD_SLOTS)).assumingMemoryBound(to: rx_thread_slots.self)
  }
}

/// The word of a list that threads use without a lock: the address of the first slot, a multiple of 64, and a
/// number. Each change of the list changes the number. So a thread notices a change, even if the same slot is
/// first again.
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
