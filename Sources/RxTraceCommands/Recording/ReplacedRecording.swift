import Glibc
import ProcessInspection

/// An older recording that a new one is to replace. It is out of the way while the program runs, and is back in its
/// place if nothing was recorded: a recording is never written over, for a reader may have it open.
struct ReplacedRecording {
  /// The recording, the staging file beside it where it was never ended, and the marks that were made from outside.
  private let files: [(path: String, aside: String)]

  /// Moves what is at `path` aside; nothing where there is nothing.
  init(at path: String) throws(CommandFailure) {
    var files: [(path: String, aside: String)] = []
    let marks = OutsideMarksFile(besides: path).map { [$0.path] } ?? []
    for path in [path, path + ".stage"] + marks where access(path, F_OK) == 0 {
      let aside = "\(path).replaced-\(getpid())"
      guard rename(path, aside) == 0 else {
        let error = SystemError.last
        Self.putBack(files)
        throw CommandFailure("cannot replace \(path.shellWord): \(error)", status: ExitStatus.cannotWrite)
      }
      files.append((path, aside))
    }
    self.files = files
  }

  /// Nothing to replace.
  init() { files = [] }

  /// The new recording is there: the old one goes.
  func discard() {
    for file in files {
      StagingLink(at: file.aside)?.discardTarget()
      unlink(file.aside)
    }
  }

  /// There is no new recording: the old one is where it was.
  func putBack() { Self.putBack(files) }

  private static func putBack(_ files: [(path: String, aside: String)]) {
    for file in files { rename(file.aside, file.path) }
  }
}
