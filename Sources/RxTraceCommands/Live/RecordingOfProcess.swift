import Glibc
import ProcessInspection
import TraceFormat

/// The recording that a running process writes, also where it has other names for files and processes than
/// this one.
struct RecordingOfProcess {
  let process: RunningProcess
  let place: RecordingPlace
  /// The object that keeps the place open; nil where it is an ordinary one.
  private let root: ForeignRoot?

  init(_ number: pid_t) throws(CommandFailure) {
    guard let process = RunningProcess(number) else { throw Self.failure(number, "there is no such process") }
    let traced = TracedProcess(number)
    let root = traced.isElsewhere ? ForeignRoot(of: number) : nil
    var others = false
    for file in OpenFiles.all(of: number) {
      let path = file.path
      // The name may be another file's by now.
      guard let reached = root.map({ $0.reach(path) }) ?? path, file.isAt(reached),
        let header = (try? RecordingHead(path: reached))?.header
      else { continue }
      guard header.processID == UInt32(bitPattern: process.ownNumber) else {
        others = true
        continue
      }
      (self.process, self.root) = (process, root)
      place =
        root.map {
          RecordingPlace(
            reached, name: traced.reach(path),
            memoryPath: StagingLayout.memoryPath(of: header.identity).flatMap($0.reach))
        } ?? RecordingPlace(path)
      return
    }
    if access("/proc/\(number)/fd", R_OK) != 0 {
      throw Self.failure(
        number, "its files cannot be looked at: \(SystemError.last); be the same user, or root")
    }
    if traced.isElsewhere, root == nil {
      throw Self.failure(number, "its files are in another mount namespace, which only root may enter")
    }
    throw Self.failure(
      number,
      others
        ? "it reads recordings, and writes none"
        : "it writes no recording; start it with RXTRACE=FILE, or with rxtrace live -- CMD")
  }

  private static func failure(_ number: pid_t, _ why: String) -> CommandFailure {
    CommandFailure("process \(number): \(why)", status: ExitStatus.unreadableInput)
  }
}
