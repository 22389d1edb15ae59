import CFiles
import Glibc
import ProcessInspection
import TraceFormat

/// A file that `-o` names. It appears whole or not at all.
struct OutputFile {
  let path: String

  /// Replaces what is at `path` by `text`: a new file beside it, then a rename, so that a reader of the old
  /// one, or a full disk, never sees half of it. A special file (`/dev/stdout`, a pipe) is written
  /// to as it is.
  func write(_ text: String) throws(CommandFailure) {
    try write { descriptor throws(SystemError) in try Output.write(text, to: descriptor) }
  }

  /// The same with what `body` writes to the descriptor that it is given.
  func write(_ body: (Int32) throws(SystemError) -> Void) throws(CommandFailure) {
    try refuseRecording()
    try inWords { () throws(SystemError) in
      if let descriptor = try inPlace() {
        defer { close(descriptor) }
        return try body(descriptor)
      }
      let place = try TrustedPath(path).file()
      let new = try NewFile(for: place.name, in: place.folder)
      do throws(SystemError) {
        try body(new.file.descriptor)
        try new.take(place.name, in: place.folder)
      } catch {
        new.remove(from: place.folder)
        throw error
      }
    }
  }

  private func inWords<Result>(_ body: () throws(SystemError) -> Result) throws(CommandFailure) -> Result {
    do {
      return try body()
    } catch {
      let why =
        error.code == ELOOP ? "it leads over a link that another user has made, or over too many" : "\(error)"
      throw CommandFailure("cannot write \(path.shellWord): \(why)", status: ExitStatus.cannotWrite)
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

  /// Opens it for an answer that grows while somebody reads it: a new file takes the place of what was there.
  func growing() throws(CommandFailure) -> Int32 {
    try refuseRecording()
    return try inWords { () throws(SystemError) in
      if let descriptor = try inPlace() { return descriptor }
      let place = try TrustedPath(path).file()
      let new = try NewFile(for: place.name, in: place.folder)
      do throws(SystemError) {
        let descriptor = fcntl(new.file.descriptor, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw .last }
        try new.take(place.name, in: place.folder)
        return descriptor
      } catch {
        new.remove(from: place.folder)
        throw error
      }
    }
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

  /// Opens what is no ordinary file (`/dev/stdout`, a pipe, a device) to be written to as it is; nil for
  /// anything else.
  ///
  /// A pipe or a socket that another user has put there is not opened, unless it is one that this process has
  /// anyway.
  private func inPlace() throws(SystemError) -> Int32? {
    var status = stat()
    let found = rx_file_find(AT_FDCWD, path, Int32(RX_FOLLOW), &status)
    guard found >= 0 else { return nil }
    defer { close(found) }
    let kind = status.st_mode & S_IFMT
    if kind == S_IFREG || kind == S_IFDIR { return nil }
    var link = stat()
    guard lstat(path, &link) == 0, Self.isTrusted(link) || link.st_mode & S_IFMT != S_IFLNK else {
      throw SystemError(ELOOP)
    }
    guard Self.isTrusted(status) || kind == S_IFCHR || Self.ownFolders.contains(where: path.hasPrefix) else {
      throw SystemError(EACCES)
    }
    let descriptor = open("/proc/self/fd/\(found)", O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }

  /// Paths that lead to this process's own descriptors.
  private static let ownFolders = ["/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/self/fd/"]

  private static func isTrusted(_ status: stat) -> Bool { status.st_uid == geteuid() || status.st_uid == 0 }
}

/// A file that takes a name once it is whole. Until then it has one that nobody can foresee.
private struct NewFile: ~Copyable {
  let file: HeldFile
  private let name: String

  init(for name: String, in folder: borrowing HeldFolder) throws(SystemError) {
    for _ in 0..<100 {
      let hidden = ".\(name.prefix(60)).\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
      if let file = try folder.newFile(hidden, mode: 0o666) {
        self.file = file
        self.name = hidden
        return
      }
    }
    throw SystemError(EEXIST)
  }

  /// Takes the name from whatever has it.
  func take(_ name: String, in folder: borrowing HeldFolder) throws(SystemError) {
    guard folder.has(self.name, file.status) else { throw SystemError(ESTALE) }
    guard renameat(folder.descriptor, self.name, folder.descriptor, name) == 0 else { throw .last }
  }

  func remove(from folder: borrowing HeldFolder) { folder.remove(name, file.status) }
}
