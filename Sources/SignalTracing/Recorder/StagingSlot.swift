import CRecorder
import CSignalProbes
import Glibc
import Synchronization
import TraceFormat

/// The memory in which one thread stages its records.
struct StagingSlot {
  let number: Int
  let memory: UnsafeMutableRawPointer
  /// The calls of its thread to the recorder's process: one for each stream.
  let calls: FileThread.Call
  /// Memory of the same size that does not outlive the process.
  private let spare: UnsafeMutableRawPointer
  /// Not 0 once another program has cut the staging file and the guard has put empty pages here. Nil for a
  /// slot in no file.
  let broken: UnsafeMutablePointer<UInt8>?
  /// The head of the staging file.
  let head: UnsafeMutableRawPointer?
  /// The number in the slot. It changes if a file is copied over the staging file.
  let canary: UInt64

  init(
    number: Int, memory: UnsafeMutableRawPointer, calls: FileThread.Call, spare: UnsafeMutableRawPointer,
    broken: UnsafeMutablePointer<UInt8>, head: UnsafeMutableRawPointer, canary: UInt64
  ) {
    (self.number, self.memory, self.calls, self.spare) = (number, memory, calls, spare)
    (self.broken, self.head, self.canary) = (broken, head, canary)
  }

  /// A slot in memory that does not outlive the process, if there is no disk space.
  init(number: Int, spare: UnsafeMutableRawPointer, calls: FileThread.Call) {
    (self.number, memory, self.calls, self.spare) = (number, spare, calls, spare)
    (broken, head, canary) = (nil, nil, 0)
  }

  var outlivesProcess: Bool { broken != nil }

  /// The head of a stream: the number of published bytes, and the place of the records.
  func head(of kind: ChunkKind) -> UnsafeMutableRawPointer {
    memory + (kind == .values ? StagingLayout.Slot.values : StagingLayout.Slot.lifecycle)
  }
  func start(of kind: ChunkKind) -> UnsafeMutableRawPointer {
    memory + (kind == .values ? StagingFile.valuesOffset : StagingFile.lifecycleOffset)
  }

  private static func canaryWord(in memory: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Atomic<UInt64>> {
    (memory + StagingLayout.Slot.canary).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// Whether the slot still has the bytes that were stored there.
  var isIntact: Bool {
    Self.canaryWord(in: memory).pointee.load(ordering: .acquiring) == canary.littleEndian
  }

  func putCanary() { Self.put(canary: canary, in: memory) }

  static func put(canary: UInt64, in memory: UnsafeMutableRawPointer) {
    canaryWord(in: memory).pointee.store(canary.littleEndian, ordering: .relaxed)
  }

  /// A replacement for a slot that is broken or has foreign bytes; nil for an intact slot.
  func substitute() -> StagingSlot? {
    guard let broken, let head, !isIntact || (rx_guard_has_tripped() && broken.pointee != 0) else {
      return nil
    }
    broken.pointee = 1
    rx_guard_trip()
    Self.noteUnsafe(head)
    return StagingSlot(number: number, spare: spare, calls: calls)
  }

  /// Notes that from now on a kill of the program may lose records.
  static func noteUnsafe(_ head: UnsafeMutableRawPointer) {
    let word = (head + StagingLayout.Head.unsafeSince).assumingMemoryBound(to: Atomic<UInt64>.self)
    _ = word.pointee.compareExchange(expected: 0, desired: max(rx_clock_ticks(), 1), ordering: .relaxed)
  }
}
