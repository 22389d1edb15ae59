import Glibc
import ProcessInspection

/// Why a program could not be started.
struct SpawnFailure: Error {
  let error: SystemError
  /// The file that was tried; nil when there was none.
  var path: [UInt8]?

  /// The failure as a person reads it, with the status that a shell gives for it.
  func described(_ program: String) -> CommandFailure {
    guard let path else {
      return CommandFailure(
        "cannot run \(program.shellWord): \(whyNotFound(program))", status: ExitStatus.notFound)
    }
    let shown = String(decoding: path, as: UTF8.self).shellWord
    return CommandFailure(
      "cannot run \(shown): \(whyNotExecutable(path, shown))", status: ExitStatus.notExecutable)
  }

  private func whyNotFound(_ program: String) -> String {
    if program.isEmpty { return "no program is named" }
    if program.contains("/") { return "there is no such file" }
    guard access(program, X_OK) == 0 else { return "not found in any folder of PATH" }
    return "not found in any folder of PATH; the one in this folder is written ./\(program.shellWord)"
  }

  private func whyNotExecutable(_ path: [UInt8], _ shown: String) -> String {
    var status = stat()
    let isThere = Executable.withTerminated(path) { stat($0, &status) } == 0
    switch error.code {
    case EACCES where isThere && status.st_mode & S_IFMT == S_IFDIR:
      return "it is a folder"
    case EACCES where isThere && status.st_mode & 0o111 == 0:
      return "it is not executable; if it should be: chmod +x \(shown)"
    case ENOEXEC:
      return "it is no program of this machine"
    case E2BIG:
      return "its arguments and environment are too long"
    default:
      return "\(error)"
    }
  }
}
