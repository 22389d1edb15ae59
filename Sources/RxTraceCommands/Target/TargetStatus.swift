import ArgumentParser
import Glibc

/// How the recorded program ended.
enum TargetStatus: Hashable, Sendable {
  case exited(Int32)
  case killed(signal: Int32)

  /// From what `waitpid` says; nil when the process has not ended.
  init?(waitStatus status: Int32) {
    let signal = status & 0x7f
    if signal == 0 {
      self = .exited((status >> 8) & 0xff)
    } else if signal != 0x7f {
      self = .killed(signal: signal)
    } else {
      return nil
    }
  }

  /// Ends this process as the program ended. A shell that runs a script goes on after Ctrl-C unless what it
  /// ran was ended by it: so this process is, too.
  func end() throws -> Never {
    if self == .killed(signal: SIGINT) {
      signal(SIGINT, SIG_DFL)
      SignalRelay.release(SIGINT)
      raise(SIGINT)
    }
    throw ExitCode(exitStatus)
  }

  /// The status that a shell would report.
  var exitStatus: Int32 {
    switch self {
    case .exited(let status): status
    case .killed(let signal): ExitStatus.killed(by: signal)
    }
  }
}
