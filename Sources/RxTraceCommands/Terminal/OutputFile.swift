import Glibc
import ProcessInspection
import TraceFormat

/// A file that `-o` names. It appears whole or not at all.
struct OutputFile {
  let path: String

  /// Replaces what is at `path` by `text`: a new file beside it, then a rename, so that a reader of the old
  /// one, or a full disk, never sees half of it. What is no ordinary file (`/dev/stdout`, a pipe) is written
  /// to as it is.
  func write(_ text: String) throws(CommandFailure) {
    try write { descriptor throws(SystemError) in try Output.write(text, to: descriptor) }
  }

  /// The same with what `body` writes to the descriptor that it is given.
  func write(_ body: (Int32) throws(SystemError) -> Void) throws(CommandFailure) {
    try refuseRecording()
    do {
      var existing = stat()
      if stat(path, &existing) == 0, existing.st_mode & S_IFMT != S_IFREG {
        try writeInPlace(body)
      } else {
        try replace(body)
      }
    } catch {
      throw CommandFailure("cannot write \(path.shellWord): \(error)", status: ExitStatus.cannotWrite)
    }
  }

  /// The same with a body that fails in its own words.
  func hold(_ body: (Int32) throws(CommandFailure) -> Void) throws(CommandFailure) {
    var failure: CommandFailure?
    do throws(CommandFailure) {
      try write { descriptor throws(SystemError) in
        do throws(CommandFailure) {
          try body(descriptor)
        } catch {
          failure = error
          throw SystemError(ECANCELED)
        }
      }
    } catch { throw failure ?? error }
  }

  /// Opens it for an answer that grows while somebody reads it. What was there is gone.
  func growing() throws(CommandFailure) -> Int32 {
    try refuseRecording()
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      throw CommandFailure(
        "cannot write \(path.shellWord): \(SystemError.last)", status: ExitStatus.cannotWrite)
    }
    return descriptor
  }

  private func refuseRecording() throws(CommandFailure) {
    if isRecording {
      throw CommandFailure(
        "\(path.shellWord) is a recording, and stays one; name another file with -o",
        status: ExitStatus.cannotWrite)
    }
  }

  private var isRecording: Bool {
    guard let file = try? FileBytes(path: path) else { return false }
    let magic = RecordingHeader.magic
    return file.read(at: 0, count: UInt64(magic.count)) == magic
  }

  private func writeInPlace(_ body: (Int32) throws(SystemError) -> Void) throws(SystemError) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    try body(descriptor)
  }

  private func replace(_ body: (Int32) throws(SystemError) -> Void) throws(SystemError) {
    // A symbolic link stays one: the file that it leads to is replaced.
    let target = realpath(path, nil).map { resolved in
      defer { free(resolved) }
      return String(cString: resolved)
    }
    let destination = target ?? path
    let temporary = "\(destination).\(getpid()).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .last }
    do throws(SystemError) {
      do {
        defer { close(descriptor) }
        try body(descriptor)
      }
      guard rename(temporary, destination) == 0 else { throw .last }
    } catch {
      unlink(temporary)
      throw error
    }
  }
}
