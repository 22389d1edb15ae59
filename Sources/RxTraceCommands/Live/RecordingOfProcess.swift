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

  /// Whether the process has ended it in good order.
  var hasEnded: Bool { (try? RecordingHead(place))?.isSealed == true }

  /// Nil where the process writes none. Throws where it is not to be looked at. A recording that has ended is
  /// taken only if there is no other.
  ///
  /// - Parameter words: the command for which it is looked for, as root types it, without the tool's name.
  init?(_ number: pid_t, for words: String) throws(CommandFailure) {
    guard let process = RunningProcess(number) else {
      throw UnreadableProcess.failure(SystemError(ESRCH), number, for: words)
    }
    let traced = TracedProcess(number)
    let root = traced.isElsewhere ? ForeignRoot(of: number) : nil
    var ended: (process: RunningProcess, place: RecordingPlace)?
    for file in OpenFiles.all(of: number) {
      let path = file.path
      // The name may be another file's by now.
      guard let reached = root.map({ $0.reach(path) }) ?? path, file.isAt(reached),
        let header = (try? RecordingHead(path: reached))?.header,
        // It may read the recordings of others.
        header.processID == UInt32(bitPattern: process.ownNumber)
      else { continue }
      let found =
        root.map {
          RecordingPlace(
            reached, name: traced.reach(path),
            memoryPath: StagingLayout.memoryPath(of: header.identity).flatMap($0.reach))
        } ?? RecordingPlace(path)
      if (try? RecordingHead(found))?.isSealed == true {
        ended = (process, found)
        continue
      }
      (self.process, self.root, place) = (process, root, found)
      return
    }
    if let ended {
      (self.process, self.root, place) = (ended.process, root, ended.place)
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
