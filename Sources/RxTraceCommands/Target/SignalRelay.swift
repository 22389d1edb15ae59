import Glibc
import ProcessInspection

/// The signals that end a program, as they reach a process that stands in for another.
///
/// A signal of the terminal (Ctrl-C, Ctrl-\) has reached the target already: it is in the same process group.
/// A signal that somebody sent to this process with `kill` is passed on to the target, unless it comes from
/// the target's own descendants, which then signalled the whole group. A hang-up the kernel tells the
/// session's leader alone, so it is passed on by one. Either way this process lives until the target has
/// ended.
struct SignalRelay {
  /// The mask to give back to the target.
  let originalMask: sigset_t
  private var awaited: sigset_t

  private static let relayed = [SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2]

  /// Holds the signals back from now on; `relayNext` takes them one by one.
  init() {
    var awaited = sigset_t()
    sigemptyset(&awaited)
    for signal in Self.relayed + [SIGCHLD] { sigaddset(&awaited, signal) }
    var original = sigset_t()
    sigprocmask(SIG_BLOCK, &awaited, &original)
    // Where it was ignored the kernel would throw away how the target ended.
    signal(SIGCHLD, SIG_DFL)
    self.awaited = awaited
    originalMask = original
  }

  /// Lets the signals through again.
  mutating func restore() {
    var original = originalMask
    sigprocmask(SIG_SETMASK, &original, nil)
  }

  /// Lets one signal through again, for good.
  static func release(_ signal: Int32) {
    var released = sigset_t()
    sigemptyset(&released)
    sigaddset(&released, signal)
    sigprocmask(SIG_UNBLOCK, &released, nil)
  }

  /// Waits for one signal, so long at most, and passes it on if it is for the target.
  mutating func relayNext(to target: pid_t, within duration: Duration? = nil) {
    var information = siginfo_t()
    let signal: Int32
    if let (seconds, attoseconds) = duration?.components {
      var limit = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
      signal = sigtimedwait(&awaited, &information, &limit)
    } else {
      signal = sigwaitinfo(&awaited, &information)
    }
    guard Self.relayed.contains(signal), isForTarget(signal, information, target) else { return }
    kill(target, signal)
  }

  private func isForTarget(_ signal: Int32, _ information: siginfo_t, _ target: pid_t) -> Bool {
    let isFromKernel = information.si_code > 0
    if isFromKernel { return signal == SIGHUP && getsid(0) == getpid() }
    return !Ancestry.isDescendant(information._sifields._kill.si_pid, of: target)
  }
}
