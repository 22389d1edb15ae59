import CSignalProbes
import Synchronization
import TraceFormat

/// The facts about the recording in progress that threads read without a lock, and the counts that they add
/// to.
///
/// `Recorder` writes records, and calls `RecorderRegistry` for work that needs the registry's lock. The
/// registry has the `RecordingSession`. All three read and change these facts, and this type calls none of
/// them.
enum CurrentRecording {
  /// The number of the recording in progress; 0 for none.
  static let epoch = Atomic<UInt32>(0)
  /// The number of bytes of a value that are recorded; 0 for none.
  static let valueLimit = Atomic<Int>(0)
  /// The `Redaction` of the recording in progress, or of the recording before. A thread that takes part in a
  /// recording never finds an older one. The memory that it points to is never freed.
  nonisolated(unsafe) static let redaction = Atomic<UnsafeRawPointer?>(nil)
  /// The number of lost events that no thread could count in its slot, as the staging file has it. The memory
  /// that it points to is never freed.
  nonisolated(unsafe) static let lostElsewhere = Atomic<UnsafeMutablePointer<Atomic<UInt64>>?>(nil)
  /// The same count for the recording in progress, outside the staging file, so that no other program can
  /// remove it.
  static let lostElsewhereInAll = Atomic<UInt64>(0)

  /// The number of ended threads whose records are not written yet. Changed under the registry's lock.
  static let unwritten = Atomic<Int>(0)
  /// The greatest number of ended threads that may keep their slots until the disk has their records. A
  /// further thread that ends waits. It is the number of threads that record, so that no slot is made for
  /// ended threads.
  static let mostUnwritten = Atomic<Int>(0)

  static var isInProgress: Bool { epoch.load(ordering: .relaxed) != 0 }

  @inline(__always)
  static var keepsValues: Bool { valueLimit.load(ordering: .relaxed) != 0 }

  /// The redaction of an earlier recording is never freed, because a thread may still use it.
  static func setRedaction(_ redaction: Redaction?) {
    let kept = redaction.map { UnsafeRawPointer(Unmanaged.passRetained($0).toOpaque()) }
    Self.redaction.store(kept, ordering: .releasing)
  }

  /// Counts the events of a staging that is released. No chunk contains them.
  static func countElsewhere(_ staging: ThreadStaging.Pointer) {
    countElsewhere(staging.pointee.untold, new: staging.pointee.staged)
  }

  /// Counts events of a thread that has no place to count them in, and how many of them were not lost before.
  static func countElsewhere(_ count: UInt64 = 1, new: UInt64 = 1) {
    // A child that was forked without its fork handlers must not use its parent's staging.
    guard rx_process_is_settled() else { return }
    RecordTally.noteLost(new)
    _ = lostElsewhereInAll.wrappingAdd(count, ordering: .relaxed)
    _ = lostElsewhere.load(ordering: .acquiring)?.pointee.wrappingAdd(count, ordering: .relaxed)
  }
}
