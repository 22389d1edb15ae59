import CSignalProbes
import Glibc
import Synchronization
import TraceFormat

/// Writes the events of this process's subscriptions into a recording.
///
/// Each thread stages its records in memory that the kernel keeps when the process dies, and writes full
/// chunks out by itself. Recording an event takes no lock and allocates nothing. Events that cannot be
/// recorded are counted.
///
/// A thread sets `rx_thread.recording` while it is in the recorder. A signal handler that interrupts it there
/// counts its events as lost. The thread that seals the recording takes over another thread's memory in three
/// steps: it sets the limits to 0, makes a process-wide barrier, and waits until the thread is out of the
/// recorder.
enum Recorder {
  typealias Thread = UnsafeMutablePointer<rx_thread>

  /// Longer labels, marks and error descriptions are cut.
  static let longestText = 4096

  /// Where a record goes.
  enum Stream { case values, lifecycle }

  /// Writes one record. `room` is the number of bytes for texts, beyond the record's fixed part.
  @inline(__always)
  static func record(
    _ thread: Thread, _ stream: Stream, room: Int = 0, mayStart: Bool = false,
    _ write: (inout StreamStaging, UInt64) -> Void
  ) {
    guard thread.isOutsideRecorder else { return interrupted(thread, stream) }
    thread.enterRecorder()
    var staging = thread.pointee.recorder?.assumingMemoryBound(to: ThreadStaging.self)
    if !hasRoom(staging, stream, room) { staging = makeRoom(thread, stream, room, mayStart) }
    if let staging {
      let ticks = max(rx_clock_ticks(), staging.pointee.lastTicks &+ 1)
      staging.pointee.lastTicks = ticks
      switch stream {
      case .values: finish(&staging.pointee.values, ticks, write)
      case .lifecycle: finish(&staging.pointee.lifecycle, ticks, write)
      }
    }
    thread.leaveRecorder()
  }

  @inline(__always)
  private static func finish(
    _ stream: inout StreamStaging, _ ticks: UInt64, _ write: (inout StreamStaging, UInt64) -> Void
  ) {
    write(&stream, ticks)
    stream.count &+= 1
    stream.publish()
    if ticks >= stream.nextReading { stream.readClocks() }
  }

  @inline(__always)
  private static func hasRoom(_ staging: ThreadStaging.Pointer?, _ stream: Stream, _ room: Int) -> Bool {
    guard let staging else { return false }
    return switch stream {
    case .values: staging.pointee.values.hasRoom(room)
    case .lifecycle: staging.pointee.lifecycle.hasRoom(room)
    }
  }

  /// A signal handler sends events while its thread is in the recorder.
  @inline(never)
  private static func interrupted(_ thread: Thread, _ stream: Stream) {
    let current = CurrentRecording.epoch.load(ordering: .relaxed)
    guard current != 0 else { return }
    guard let staging = thread.pointee.recorder?.assumingMemoryBound(to: ThreadStaging.self),
      staging.pointee.epoch == current
    else { return CurrentRecording.countElsewhere() }
    guard staging.pointee.isOpen else { return }
    switch stream {
    case .values: staging.pointee.values.countUnstaged()
    case .lifecycle: staging.pointee.lifecycle.countUnstaged()
    }
  }

  /// Writes a full chunk out, or lets a thread that has not recorded yet begin. Nil when nothing is recorded.
  @inline(never)
  private static func makeRoom(
    _ thread: Thread, _ stream: Stream, _ room: Int, _ mayStart: Bool
  ) -> ThreadStaging.Pointer? {
    var memory: UnsafeMutableRawPointer?
    if let staging = thread.pointee.recorder?.assumingMemoryBound(to: ThreadStaging.self) {
      if staging.pointee.isOpen { return writeOut(staging, stream) }
      switch staging.pointee.phase.load(ordering: .acquiring) {
      // The staging was another process's. This process may record already.
      case ThreadStaging.Phase.wiped: RecorderRegistry.abandonInChild(thread)
      case ThreadStaging.Phase.sealed: memory = thread.pointee.recorder
      case ThreadStaging.Phase.abandoned: thread.pointee.recorder = nil
      default:
        // One stream of the thread is closed, the other perhaps not yet. A later event would leave a gap.
        staging.pointee.close()
        return nil
      }
    } else if RecorderRegistry.isParents {
      RecorderRegistry.abandonInChild(thread)
    }
    if CurrentRecording.epoch.load(ordering: .acquiring) == 0 {
      guard mayStart, RecorderRegistry.startInChild(thread) else { return nil }
    }
    thread.pointee.recorder = nil
    let staging = RecorderRegistry.enter(thread, memory)
    thread.pointee.recorder = UnsafeMutableRawPointer(staging)

    return staging
  }

  /// Writes a full chunk out. Nil when the disk has not taken it yet: the current record is counted as lost.
  private static func writeOut(_ staging: ThreadStaging.Pointer, _ stream: Stream) -> ThreadStaging.Pointer? {
    staging.pointee.mend()
    let file = staging.pointee.file
    let lastTicks = staging.pointee.lastTicks
    switch stream {
    case .values:
      // The beginning of a subscription must be in the file before its values are.
      if staging.pointee.lifecycle.count > 0 {
        _ = staging.pointee.lifecycle.flush(to: file.pointee, lastTicks: lastTicks)
      }
      // A thread that has waited for the disk once does not wait again.
      let deadline: UInt64? = staging.pointee.lifecycle.isBusy ? 1 : nil
      let outcome = staging.pointee.values.flush(to: file.pointee, lastTicks: lastTicks, until: deadline)
      if outcome != .kept { return staging }
      staging.pointee.values.countUnstaged()
    case .lifecycle:
      if staging.pointee.lifecycle.flush(to: file.pointee, lastTicks: lastTicks) != .kept { return staging }
      staging.pointee.lifecycle.countUnstaged()
    }
    return nil
  }
}
