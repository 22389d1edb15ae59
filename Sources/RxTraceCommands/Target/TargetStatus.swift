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

  /// What a shell would report.
  var exitStatus: Int32 {
    switch self {
    case .exited(let status): status
    case .killed(let signal): ExitStatus.killed(by: signal)
    }
  }
}
