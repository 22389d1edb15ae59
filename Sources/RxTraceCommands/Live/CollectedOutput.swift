import Glibc
import ProcessInspection

/// Output of a program, collected while the terminal shows something else.
struct CollectedOutput {
  /// A file without a name.
  let descriptor: Int32

  /// Nil where it is not needed.
  init?(isNeeded: Bool) throws(CommandFailure) {
    guard isNeeded else { return nil }
    var path = Array("\(Environment.current["TMPDIR"] ?? "/tmp")/rxtrace-output.XXXXXX".utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else {
      throw CommandFailure(
        "cannot keep the program's output: \(SystemError.last)", status: ExitStatus.cannotWrite)
    }
    unlink(path)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Shows all of it, and forgets it.
  func release() {
    defer { close(descriptor) }
    let stream = isatty(STDOUT_FILENO) == 1 ? STDOUT_FILENO : STDERR_FILENO
    var part = [UInt8](repeating: 0, count: 1 << 16)
    var offset = 0
    while true {
      let count = pread(descriptor, &part, part.count, offset)
      guard count > 0 else { return }
      offset += count
      guard (try? Output.write(Array(part[..<count]), to: stream)) != nil else { return }
    }
  }
}
