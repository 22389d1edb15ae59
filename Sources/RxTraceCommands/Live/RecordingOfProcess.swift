import Glibc
import ProcessInspection
import TraceFormat

/// The recording that a running process writes.
enum RecordingOfProcess {
  static func path(_ process: pid_t) throws(CommandFailure) -> String {
    let found = OpenFiles.paths(of: process).sorted().first { path in
      (try? RecordingHead(path: path))?.header?.processID == UInt32(bitPattern: process)
    }
    if let found { return found }
    let why: String
    if kill(process, 0) != 0, errno == ESRCH {
      why = "there is no such process"
    } else if access("/proc/\(process)/fd", R_OK) != 0 {
      why = "its files are not to be looked at: \(SystemError.last); be the same user, or root"
    } else {
      why = "it writes no recording; start it with RXTRACE=FILE, or with rxtrace live -- CMD"
    }
    throw CommandFailure("process \(process): \(why)", status: ExitStatus.unreadableInput)
  }
}
