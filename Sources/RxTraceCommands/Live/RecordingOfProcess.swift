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

  /// Nil where the process writes none. Throws where it is not to be looked at.
  ///
  /// - Parameter words: the command for which it is looked for, as root types it, without the tool's name.
  init?(_ number: pid_t, for words: String) throws(CommandFailure) {
    guard let process = RunningProcess(number) else {
      throw UnreadableProcess.failure(SystemError(ESRCH), number, for: words)
    }
    let traced = TracedProcess(number)
    let root = traced.isElsewhere ? ForeignRoot(of: number) : nil
    for file in OpenFiles.all(of: number) {
      let path = file.path
      // The name may be another file's by now.
      guard let reached = root.map({ $0.reach(path) }) ?? path, file.isAt(reached),
        let header = (try? RecordingHead(path: reached))?.header,
        // It may read the recordings of others.
        header.processID == UInt32(bitPattern: process.ownNumber)
      else { continue }
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
      throw UnreadableProcess.failure(.last, number, for: words)
    }
    if traced.isElsewhere, root == nil {
      throw CommandFailure(
        "process \(number): its files are in another mount namespace, which only root may enter",
        status: ExitStatus.unreadableInput)
    }
    return nil
  }
}
