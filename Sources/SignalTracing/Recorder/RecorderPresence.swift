import CSignalProbes
import Synchronization

/// Whether a thread is in the recorder. Only the thread itself changes this. Its own signal handlers read it,
/// and so does the thread that seals the recording.
extension UnsafeMutablePointer<rx_thread> {
  @inline(__always)
  private var recordingDepth: UnsafeMutablePointer<Atomic<UInt32>> {
    UnsafeMutableRawPointer(rx_recording_depth(self)).assumingMemoryBound(to: Atomic<UInt32>.self)
  }

  /// If another thread finds this true, it also sees the memory that this thread has written in the recorder.
  @inline(__always)
  var isOutsideRecorder: Bool { recordingDepth.pointee.load(ordering: .acquiring) == 0 }

  @inline(__always)
  func enterRecorder() {
    recordingDepth.pointee.store(1, ordering: .relaxed)
    rx_signal_fence()
  }

  @inline(__always)
  func leaveRecorder() { recordingDepth.pointee.store(0, ordering: .releasing) }
}
