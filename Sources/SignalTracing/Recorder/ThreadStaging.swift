import CRecorder
import CSignalProbes
import Glibc
import Synchronization
import TraceFormat

/// The recorder's state of one thread; `rx_thread.recorder` points to it.
///
/// It lies in pages of its own, which a forked child finds filled with zeros. The limits are 0 then, so a
/// child that was forked without its fork handlers takes the slow path, which detects it.
struct ThreadStaging: ~Copyable {
  typealias Pointer = UnsafeMutablePointer<ThreadStaging>

  enum Phase {
    /// Zeros: this process is a child that was forked without its handlers being called.
    static let wiped: UInt32 = 0
    static let recording: UInt32 = 1
    /// Its records are written out. The thread may use the memory again.
    static let sealed: UInt32 = 2
    /// The thread was stuck in the recorder when the recording was sealed. The memory is never used again.
    static let abandoned: UInt32 = 3
  }

  var values: StreamStaging
  var lifecycle: StreamStaging
  /// The time of the thread's last record, in either stream: no two have the same.
  var lastTicks: UInt64
  let number: UInt32
  /// The number of the recording that this is part of.
  let epoch: UInt32
  let phase: Atomic<UInt32>
  let file: UnsafeMutablePointer<ChunkFile>
  private(set) var slot: StagingSlot
  /// Nil once the thread has ended and left records here that could not be written.
  var thread: UnsafeMutablePointer<rx_thread>?
  /// The neighbours in its list.
  var next: Pointer?
  var previous: Pointer?

  private static let pageSize = 4096
  /// The cache that every thread needs comes first, so that it lies in one page with the other state.
  private static let cachesOffset = (MemoryLayout<ThreadStaging>.stride + 63) & ~63
  private static let size = (cachesOffset + 4 * NameCache.size + pageSize - 1) & ~(pageSize - 1)

  /// Memory for later threads, so that they need not allocate their own. Guarded by the registry's lock.
  @exclusivity(unchecked) private nonisolated(unsafe) static var ahead = UnsafeMutableRawBufferPointer(
    start: nil, count: 0)

  /// Takes memory ahead for a number of threads. Untouched memory costs nothing.
  static func prepare(threads: Int) {
    guard ahead.isEmpty else { return }
    guard let all = rx_reserve(threads * size, false) else { return }
    madvise(all, threads * size, Int32(MADV_WIPEONFORK))
    ahead = UnsafeMutableRawBufferPointer(start: all, count: threads * size)
  }

  /// Memory for one thread's staging, filled with zeros. Taken from the memory that was taken ahead, if some
  /// is left.
  static func take() -> UnsafeMutableRawPointer? {
    guard ahead.count >= size, let memory = ahead.baseAddress else { return allocate() }
    ahead = UnsafeMutableRawBufferPointer(rebasing: ahead.dropFirst(size))
    return memory
  }

  /// Memory for one thread's staging, filled with zeros; nil if there is none.
  static func allocate(isWipedOnFork: Bool = true) -> UnsafeMutableRawPointer? {
    let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != MAP_FAILED else { return nil }
    if isWipedOnFork { madvise(memory, size, Int32(MADV_WIPEONFORK)) }
    return memory
  }

  /// Copies the memory, for a signal handler that forks.
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
    /// All records but values.
    case lifecycle
    /// All records of a thread that ends.
    case ended
    /// All records at the end of the recording: values may take the space that was kept for other records.
    case everything
  }

  /// Writes streams out for the last time. Returns whether no record of them is left.
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

  /// Whether a call has failed, and no thread has noticed yet.
  var hasFailed: Bool { values.hasFailed || lifecycle.hasFailed }

  /// For a forked child, where no process makes the calls.
  func cancelCalls() {
    values.cancelCall()
    lifecycle.cancelCall()
  }

  /// Makes sure that the staging can be touched. If another program has removed its memory, the staged
  /// records are counted as lost.
  mutating func mend() {
    guard !isBusy, let other = slot.substitute() else { return }
    slot = other
    values.move(to: other, lastTicks: lastTicks)
    lifecycle.move(to: other, lastTicks: lastTicks)
    tellOwner()
  }

  /// Writes the thread's number into the slot, which makes the slot valid.
  func tellOwner() {
    slot.putCanary()
    slot.memory.storeBytes(of: file.pointee.clock, toByteOffset: StagingLayout.Slot.clock, as: UInt8.self)
    (slot.memory + StagingLayout.Slot.thread).assumingMemoryBound(to: Atomic<UInt32>.self).pointee
      .store(number, ordering: .releasing)
  }

  /// The number of records that the file will never account for, if this memory goes.
  var untold: UInt64 { values.untold &+ lifecycle.untold }

  /// The number of staged records among them. They are not counted as lost yet.
  var staged: UInt64 { UInt64(values.count) &+ UInt64(lifecycle.count) }

  /// No record is begun after this. A record that has been begun may still be going on.
  func close() {
    values.limit.store(0, ordering: .relaxed)
    lifecycle.limit.store(0, ordering: .relaxed)
  }

  /// Gives up the slot.
  func vacate() {
    (slot.memory + StagingLayout.Slot.thread).assumingMemoryBound(to: Atomic<UInt32>.self).pointee
      .store(0, ordering: .releasing)
  }
}
