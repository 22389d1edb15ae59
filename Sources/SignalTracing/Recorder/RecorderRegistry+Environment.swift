import CRecorder
import CSignalProbes
import Glibc
import Synchronization

/// Recordings that the environment asks for.
extension RecorderRegistry {
  /// The state of the look at the environment: 0 before it, then the mark of the thread that looks, then
  /// `hasLooked`. Not guarded.
  private static let environment = Atomic<UInt32>(0)
  private static let hasLooked: UInt32 = 1

  /// Starts the recording that `RXTRACE` asks for, unless the program has other privileges than its caller.
  /// The first call decides, and other calls wait for it. A child that was forked meanwhile does not wait: it
  /// looks for itself.
  static func startFromEnvironmentOnce(_ thread: Thread) {
    var patience = Patience()
    while true {
      let known = environment.load(ordering: .acquiring)
      // A signal handler does not wait for code that it has interrupted.
      if known == hasLooked || known == thread.pointee.mark { return }
      guard known == 0 || !rx_thread_lives(known) else {
        patience.wait()
        continue
      }
      let isMine = environment.compareExchange(
        expected: known, desired: rx_thread_mark(), ordering: .acquiringAndReleasing
      ).exchanged
      if isMine { break }
    }
    _ = startFromEnvironment(thread)
    environment.store(hasLooked, ordering: .releasing)
  }

  /// Begins that recording. False if there is none to begin.
  static func startFromEnvironment(_ thread: Thread) -> Bool {
    // Every other thread waits for the first one's answer.
    let cancellation = rx_forbid_cancellation()
    defer { rx_allow_cancellation(cancellation) }
    let options = RecordingOptions.fromEnvironment(
      { name in
        guard let value = rx_environment(name) else { return nil }
        return String(cString: value)
      }, program: ProcessFacts.program, processID: getpid())
    guard let options else { return false }
    for complaint in options.complaints { rx_say("rxtrace: \(complaint)\n") }
    do throws(TraceRecordingError) {
      try start(options, thread)
      return true
    } catch {
      rx_say("rxtrace: nothing is recorded: \(error)\n")
      return false
    }
  }
}
