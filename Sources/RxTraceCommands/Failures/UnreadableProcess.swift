import Glibc
import ProcessInspection

/// The reason why a running process cannot be looked at, in words: the same for every command that takes a
/// `--pid`.
enum UnreadableProcess {
  /// - Parameter words: the command as root types it, without the tool's name.
  static func failure(_ error: SystemError, _ process: pid_t, for words: String) -> CommandFailure {
    CommandFailure(explanation(error, process, words), status: ExitStatus.unreadableInput)
  }

  static func hasEnded(_ process: pid_t) -> CommandFailure {
    CommandFailure("process \(process) has ended meanwhile", status: ExitStatus.unreadableInput)
  }

  /// Whether it ends within a second.
  static func ends(_ process: pid_t) -> Bool {
    for _ in 0..<100 {
      if RunningProcess(process) == nil { return true }
      usleep(10_000)
    }
    return false
  }

  private static func explanation(_ error: SystemError, _ process: pid_t, _ words: String) -> String {
    // Nobody may look at one that has just ended, either.
    switch RunningProcess(process) == nil ? ESRCH : error.code {
    case ENOENT, ESRCH: return "there is no process \(process)"
    case EACCES, EPERM:
      if geteuid() == 0 {
        return """
          process \(process) may not be looked at (\(error)), though this is root
            likely: a container or a security module forbids it; try on the host, or give the container CAP_SYS_PTRACE
            else: a program that records itself needs no rights: RXTRACE=FILE, or rxtrace record -- CMD, then rxtrace live FILE
          """
      }
      return """
        process \(process) may not be looked at (\(error)); root may: sudo rxtrace \(words)
          likely: \(owner(of: process))
        """
    default: return "cannot look into process \(process): \(error)"
    }
  }

  private static func owner(of process: pid_t) -> String {
    // The folder of the process is its user's in any case. The folder below is root's where nobody may look.
    var folder = stat()
    guard stat("/proc/\(process)/fd", &folder) == 0 else { return "it has ended meanwhile" }
    if let user = ProcFile.number("Uid:", in: "/proc/\(process)/status"), user != geteuid() {
      return "it is another user's"
    }
    if folder.st_uid != geteuid() {
      return "it has changed its user, or forbids it (PR_SET_DUMPABLE), or nobody may read its program's file"
    }
    return """
      it has closed the descriptor of its table or may not have one, and the kernel lets nobody trace another's process \
      (kernel.yama.ptrace_scope)
      """
  }
}
