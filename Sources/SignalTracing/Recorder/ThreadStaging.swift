import CRecorder
import CSignalProbes
import Glibc
import Synchronization
import TraceFormat

/// The recorder's state of one thread; `rx_thread.recorder` points to it.
///
/// It lies in pages of its own that a forked child finds filled with zeros: with no limit to write up to, a
/// child that was forked behind everybody's back ends in the slow path, where it is found out.
struct ThreadStaging: ~Copyable {
  typealias Pointer = UnsafeMutablePointer<ThreadStaging>

  enum Phase {
    /// Zeros: this process is a child that was forked without its handlers being called.
    static let wiped: UInt32 = 0
    static let recording: UInt32 = 1
    /// Its records are written out: whoever recorded here may use the memory again.
    static let sealed: UInt32 = 2
    /// The thread was stuck in the recorder when the recording was sealed. The memory is never used again.
    static let abandoned: UInt32 = 3
  }

  var values: StreamStaging
  var lifecycle: StreamStaging
  /// The time of the thread's last record, in either stream: no two have the same.
  var lastTicks: UInt64
  let number: UInt32
  /// Which recording this is part of.
  let epoch: UInt32
  let phase: Atomic<UInt32>
  let file: UnsafeMutablePointer<ChunkFile>
  private(set) var slot: StagingSlot
  /// Nil once the thread has ended and left something here that could not be written.
  var thread: UnsafeMutablePointer<rx_thread>?
  /// The neighbours in the list that it is in.
  var next: Pointer?
  var previous: Pointer?

  private static let pageSize = 4096
  /// The cache that each thread needs comes first: with the rest of the state it lies in one page.
  private static let cachesOffset = (MemoryLayout<ThreadStaging>.stride + 63) & ~63
  private static let size = (cachesOffset + 4 * NameCache.size + pageSize - 1) & ~(pageSize - 1)

  /// Memory for the threads to come, so that none of them has to ask for its own. Guarded by the registry's
  /// lock.
  @exclusivity(unchecked) private nonisolated(unsafe) static var ahead = UnsafeMutableRawBufferPointer(
    start: nil, count: 0)

  /// Takes memory ahead for so many threads. Untouched memory costs nothing.
  static func prepare(threads: Int) {
    guard ahead.isEmpty else { return }
    guard let all = rx_reserve(threads * size, false) else { return }
    madvise(all, threads * size, Int32(MADV_WIPEONFORK))
    ahead = UnsafeMutableRawBufferPointer(start: all, count: threads * size)
  }

  /// Memory for one thread's staging, zeros: of what was taken ahead, if there is any left.
  static func take() -> UnsafeMutableRawPointer? {
    guard ahead.count >= size, let memory = ahead.baseAddress else { return allocate() }
    ahead = UnsafeMutableRawBufferPointer(rebasing: ahead.dropFirst(size))
    return memory
  }

  /// Memory for one thread's staging, zeros; nil when there is none.
  static func allocate(isWipedOnFork: Bool = true) -> UnsafeMutableRawPointer? {
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    if isWipedOnFork { madvise(memory, size, Int32(MADV_WIPEONFORK)) }
    return memory
  }

  /// Where a signal handler may put the memory before it forks.
  static func copy(_ memory: UnsafeRawPointer, to other: UnsafeMutableRawPointer) {
    other.copyMemory(from: memory, byteCount: size)
  }

  /// Begins a thread's streams in `slot`, whose head must not be a thread's.
  static func begin(
    in memory: UnsafeMutableRawPointer, isFresh: Bool, thread: UnsafeMutablePointer<rx_thread>,
    slot: StagingSlot, file: UnsafeMutablePointer<ChunkFile>, epoch: UInt32, readingGap: UInt64
  ) -> Pointer {
    let number = thread.pointee.number
    let now = ClockReading.now()
    let caches = memory + cachesOffset
    // Memory that is zero already is not touched.
    if !isFresh { memset(caches, 0, 4 * NameCache.size) }
    let staging = memory.bindMemory(to: ThreadStaging.self, capacity: 1)
    staging.initialize(
      to: ThreadStaging(
        values: StreamStaging(
          .values, thread: number, slot: slot, names: NameCache(caches + NameCache.size),
          extendedNames: NameCache(caches + 2 * NameCache.size), now: now,
          readingGap: readingGap),
        lifecycle: StreamStaging(
          .lifecycle, thread: number, slot: slot, names: NameCache(caches),
          extendedNames: NameCache(caches + 3 * NameCache.size), now: now,
          readingGap: readingGap),
        lastTicks: now.ticks, number: number, epoch: epoch, phase: Atomic(Phase.recording), file: file,
        slot: slot,
        thread: thread,
        next: nil, previous: nil))
    staging.pointee.tellOwner()
    return staging
  }

  /// Whether records may be begun.
  var isOpen: Bool { values.limit.load(ordering: .relaxed) != 0 }

  enum Finish {
    /// Everything but values.
    case lifecycle
    /// The rest of a thread that ends.
    case ended
    /// The rest when the recording ends: values may take the space that was kept for the rest.
    case everything
  }

  /// Writes streams out, for good. Returns whether nothing of them is left.
  mutating func finish(_ what: Finish, until deadline: UInt64? = nil) -> Bool {
    func flush(_ stream: inout StreamStaging, _ occasion: StreamStaging.Occasion) -> Bool {
      stream.flush(to: file.pointee, lastTicks: lastTicks, occasion, until: deadline) == .written
    }
    mend()
    let isWritten = flush(&lifecycle, .last)
    switch what {
    case .lifecycle: return isWritten
    case .ended:
      guard flush(&values, .last), isWritten else { return false }
      file.pointee.toldByEnded.add(values.told &+ lifecycle.told, ordering: .relaxed)
      return true
    case .everything: return flush(&values, .final) && isWritten
    }
  }

  /// Whether the disk has not answered yet: the recorder's process may still touch this memory and the slot.
  var isBusy: Bool { values.isBusy || lifecycle.isBusy }

  /// Whether a call is still on its way.
  var isInFlight: Bool { values.isInFlight || lifecycle.isInFlight }

  /// Whether a call has come back in vain, and nobody has looked since.
  var hasFailed: Bool { values.hasFailed || lifecycle.hasFailed }

  /// In a forked child, where nobody makes the calls.
  func cancelCalls() {
    values.cancelCall()
    lifecycle.cancelCall()
  }

  /// Sees to it that the staging can be touched. Where somebody has taken it away, what was in it is counted
  /// as lost.
  mutating func mend() {
    guard !isBusy, let other = slot.substitute() else { return }
    slot = other
    values.move(to: other, lastTicks: lastTicks)
    lifecycle.move(to: other, lastTicks: lastTicks)
    tellOwner()
  }

  /// Says in the slot whose it is, which puts it in force.
  func tellOwner() {
    slot.putCanary()
    slot.memory.storeBytes(of: file.pointee.clock, toByteOffset: StagingLayout.Slot.clock, as: UInt8.self)
    (slot.memory + StagingLayout.Slot.thread).assumingMemoryBound(to: Atomic<UInt32>.self).pointee
      .store(number, ordering: .releasing)
  }

  /// Records of which the file will never tell, if this memory goes.
  var untold: UInt64 { values.untold &+ lifecycle.untold }

  /// The records among them that are staged: nobody has counted these as lost so far.
  var staged: UInt64 { UInt64(values.count) &+ UInt64(lifecycle.count) }

  /// No record is begun after this; one that has been begun may still be going on.
  func close() {
    values.limit.store(0, ordering: .relaxed)
    lifecycle.limit.store(0, ordering: .relaxed)
  }

  /// The slot is nobody's from here on.
  func vacate() {
    (slot.memory + StagingLayout.Slot.thread).assumingMemoryBound(to: Atomic<UInt32>.self).pointee
      .store(0, ordering: .releasing)
  }
}
