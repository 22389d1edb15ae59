import Glibc
import ProcessInspection

/// A folder that `-o` names, for a form that is several files.
struct OutputFolder {
  let path: String

  /// Makes it; one that is there already must be empty.
  func make() throws(CommandFailure) {
    if mkdir(path, 0o777) == 0 { return }
    let error = SystemError.last
    var status = stat()
    guard error.code == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw CommandFailure("cannot make \(path.shellWord): \(error)", status: ExitStatus.cannotWrite)
    }
    guard FolderListing.names(in: path).isEmpty else {
      throw CommandFailure(
        "\(path.shellWord) is not empty; name a new folder with -o", status: ExitStatus.cannotWrite)
    }
  }
}
