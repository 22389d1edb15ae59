import CSignalProbes
import Synchronization
import TraceFormat

/// The facts about the recording in progress that threads read without a lock, and the counts that they add
/// to.
///
/// The end of a line: `Recorder` writes records and asks `RecorderRegistry` for all that needs its lock, the
/// registry has the `RecordingSession`, and each of them reads and changes these facts.
enum CurrentRecording {
  /// The number of the recording in progress; 0 for none.
  static let epoch = Atomic<UInt32>(0)
  /// How many bytes of a value are recorded; 0 for none.
  static let valueLimit = Atomic<Int>(0)
  /// The `Redaction` of the recording in progress, or of the one before: never another one's, once a thread
  /// takes part. The memory that it points to stays valid for good.
  nonisolated(unsafe) static let redaction = Atomic<UnsafeRawPointer?>(nil)
  /// How many events no thread had a place to count in, as the staging file has it. The memory that it points
  /// to stays valid for good.
  nonisolated(unsafe) static let lostElsewhere = Atomic<UnsafeMutablePointer<Atomic<UInt64>>?>(nil)
  /// The same count for the recording in progress, where nobody can take it away.
  static let lostElsewhereInAll = Atomic<UInt64>(0)

  /// How many threads have ended and handed over records that are not written yet. Changed with the
  /// registry's lock.
  static let unwritten = Atomic<Int>(0)
  /// How many ended threads may keep their slots until the disk has their records. A thread that ends beyond
  /// this number waits. It is the number of threads that record, so that no slot is made for ended threads.
  static let mostUnwritten = Atomic<Int>(0)

  static var isInProgress: Bool { epoch.load(ordering: .relaxed) != 0 }

  @inline(__always)
  static var keepsValues: Bool { valueLimit.load(ordering: .relaxed) != 0 }

  /// A thread may look for as long as it likes at what an earlier recording left out: it is never freed.
  static func setRedaction(_ redaction: Redaction?) {
    let kept = redaction.map { UnsafeRawPointer(Unmanaged.passRetained($0).toOpaque()) }
    Self.redaction.store(kept, ordering: .releasing)
  }

  /// Counts the events of a staging that goes: no chunk tells of them.
  static func countElsewhere(_ staging: ThreadStaging.Pointer) {
    countElsewhere(staging.pointee.untold, new: staging.pointee.staged)
  }

  /// Counts events of a thread that has no place to count them in, and how many of them were not lost before.
  static func countElsewhere(_ count: UInt64 = 1, new: UInt64 = 1) {
    // A child that was forked behind everybody's back has no part in its parent's staging.
    guard rx_process_is_settled() else { return }
    RecordTally.noteLost(new)
    _ = lostElsewhereInAll.wrappingAdd(count, ordering: .relaxed)
    _ = lostElsewhere.load(ordering: .acquiring)?.pointee.wrappingAdd(count, ordering: .relaxed)
  }
}
