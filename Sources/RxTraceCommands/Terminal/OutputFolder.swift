import Glibc
import ProcessInspection

/// A folder that `-o` names, for a form that is several files.
struct OutputFolder {
  let path: String

  /// Makes it; one that is there already must be empty, and no link of another user's lead to it.
  func make() throws(CommandFailure) {
    if mkdir(path, 0o777) == 0 { return }
    let error = SystemError.last
    var status = stat()
    guard error.code == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw CommandFailure("cannot make \(path.shellWord): \(error)", status: ExitStatus.cannotWrite)
    }
    let folder: HeldFolder
    do {
      folder = try HeldFolder(path: path)
    } catch {
      let why = error.code == ELOOP ? "it leads over a link that another user has made" : "\(error)"
      throw CommandFailure("cannot write into \(path.shellWord): \(why)", status: ExitStatus.cannotWrite)
    }
    guard folder.names.isEmpty else {
      throw CommandFailure(
        "\(path.shellWord) is not empty; name a new folder with -o", status: ExitStatus.cannotWrite)
    }
  }
}
