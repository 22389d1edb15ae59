import CRecorder
import CSignalProbes
import Glibc
import Synchronization

/// The recording that another process asks for while this one runs; see `request.h`.
///
/// The next event after a request finds it. A thread of its own begins the recording, another one ends it.
/// So the thread of the event does not wait. If the program has forbidden itself system calls meanwhile, the
/// thread of the event ends the recording itself, because that needs only `futex`.
enum RequestedRecording {
  /// The time without a sign of life after which the recording ends, in nanoseconds.
  private static let patience: UInt64 = 10_000_000_000
  /// Whether the recording in progress was asked for.
  private static let isRecording = Atomic<Bool>(false)
  /// The observer's last sign of life, and the moment when a thread saw it first.
  private static let beat = Atomic<UInt64>(0)
  private static let beatTime = Atomic<UInt64>(0)
  /// The path of the recording. Only the threads that begin and end it use this, one after the other.
  private nonisolated(unsafe) static var path: String?

  /// Makes what is made at its first use: that takes a system call.
  static func prepare() {
    _ = (isRecording.load(ordering: .relaxed), patience, path)
    _ = (beat.load(ordering: .relaxed), beatTime.load(ordering: .relaxed))
  }

  /// Answers a request, if there is one. A signal handler that has interrupted the recorder leaves it to a
  /// later event.
  @inline(never)
  static func answer(_ thread: UnsafeMutablePointer<rx_thread>) {
    guard rx_is_asked(), thread.isOutsideRecorder else { return }
    rx_control_ask(false)
    if move(RX_REQUEST_ASKED, RX_REQUEST_STARTING) {
      let error = rx_run_apart { RequestedRecording.begin() }
      if error != 0 { refuse(RX_REFUSED_NO_THREAD, error) }
    } else if move(RX_REQUEST_END_ASKED, RX_REQUEST_ENDING) {
      end(thread) { RequestedRecording.finish(keepsFile: false) }
    } else if move(RX_REQUEST_LEFT, RX_REQUEST_ENDING) {
      end(thread) { RequestedRecording.finish(keepsFile: true) }
    }
  }

  /// Notes the time of an event of the recording. If the observer has given no sign of life for too long, the
  /// next event ends the recording.
  static func noteTime(_ now: UInt64) {
    guard isRecording.load(ordering: .relaxed) else { return }
    let current = rx_request_beat()
    if current != beat.load(ordering: .relaxed) {
      beatTime.store(now, ordering: .relaxed)
      beat.store(current, ordering: .relaxed)
    } else if now > beatTime.load(ordering: .relaxed) &+ patience, move(RX_REQUEST_RECORDING, RX_REQUEST_LEFT)
    {
      rx_control_ask(true)
    }
  }

  private static func begin() {
    // The first folder that takes a file. The last one may be small: it is memory in a container.
    var refusal: (reason: Int, error: Int32) = (RX_REFUSED_NO_FILE, ENOENT)
    for folder in ["/tmp", "/var/tmp", "/dev/shm"] {
      let options = RecordingOptions.asked(rx_control.request, in: folder, processID: getpid())
      do throws(TraceRecordingError) {
        var seen: Set<UInt64> = []
        path = try TraceRecording.start(options) { seen.insert($0) }
        addLatecomers(to: seen)
        beat.store(rx_request_beat(), ordering: .relaxed)
        beatTime.store(rx_clock_monotonic(), ordering: .relaxed)
        isRecording.store(true, ordering: .relaxed)
        _ = move(RX_REQUEST_STARTING, RX_REQUEST_RECORDING)
        return
      } catch {
        switch error {
        case .cannotCreate(_, let number): refusal = (RX_REFUSED_NO_FILE, number)
        case .exists: refusal = (RX_REFUSED_NO_FILE, EEXIST)
        case .cannotStart(let number): return refuse(RX_REFUSED_NO_THREAD, number)
        default: return refuse(RX_REFUSED_ALREADY_RECORDING, 0)
        }
      }
    }
    refuse(refusal.reason, refusal.error)
  }

  /// Adds the subscriptions that were not in the table yet when it was read, and began before their threads
  /// recorded: a thread may rest between these two steps.
  private static func addLatecomers(to seen: Set<UInt64>) {
    let read = rx_clock_ticks()
    usleep(30_000)
    let thread = rx_thread_current()
    LiveTable.forEachAlive { record in
      guard record.pointee.started <= read, !seen.contains(record.pointee.identifier) else { return }
      RecorderSink.aliveBefore(record, thread)
    }
  }

  private static func end(_ thread: UnsafeMutablePointer<rx_thread>, _ body: @convention(c) () -> Void) {
    isRecording.store(false, ordering: .relaxed)
    if !RecorderRegistry.programIsFiltered(thread), rx_run_apart(body) == 0 { return }
    RecorderRegistry.stopWithoutCalls(thread)
    _ = move(RX_REQUEST_ENDING, RX_REQUEST_NONE)
  }

  /// An observer that has asked for the end holds the file open and copies it.
  private static func finish(keepsFile: Bool) {
    if TraceRecording.stop(), !keepsFile, let path { unlink(path) }
    path = nil
    _ = move(RX_REQUEST_ENDING, RX_REQUEST_NONE)
  }

  private static func move(_ from: Int, _ to: Int) -> Bool { rx_request_move(UInt32(from), UInt32(to)) }

  private static func refuse(_ reason: Int, _ error: Int32) {
    rx_request_refuse(UInt32(reason), UInt32(bitPattern: error))
  }
}
