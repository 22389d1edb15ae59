import CSignalProbes
import Synchronization

/// Whether a thread is in the recorder. Only the thread itself changes it; its own signal handlers ask, and
/// so does whoever seals the recording.
extension UnsafeMutablePointer<rx_thread> {
  @inline(__always)
  private var recordingDepth: UnsafeMutablePointer<Atomic<UInt32>> {
    UnsafeMutableRawPointer(rx_recording_depth(self)).assumingMemoryBound(to: Atomic<UInt32>.self)
  }

  /// From the moment on that another thread finds this true, it sees what this one has written in the
  /// recorder.
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
