import Glibc
import TraceFormat

/// The link beside a recording to a staging file in memory.
struct StagingLink {
  let path: String
  /// The file that it leads to.
  let target: String

  /// Nil where there is no such link.
  init?(at path: String) {
    let target = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      let count = readlink(path, buffer.baseAddress!, buffer.count)
      return String(
        decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<max(count, 0)]),
        as: UTF8.self)
    }
    guard target.hasPrefix("/dev/shm/rxtrace-") else { return nil }
    self.path = path
    self.target = target
  }

  /// Puts the file in the link's place, once the program that wrote to it is gone: memory goes when the machine does.
  static func bringHome(of recording: Recording) {
    guard let link = recording.stagingPath.flatMap({ StagingLink(at: $0) }),
      kill(pid_t(bitPattern: recording.header.processID), 0) != 0, errno == ESRCH
    else { return }
    let new = "\(link.path).\(getpid()).new"
    guard copy(link.target, to: new), rename(new, link.path) == 0 else {
      unlink(new)
      return
    }
    unlink(link.target)
  }

  /// Deletes the file that the link leads to, of a recording that goes as well.
  func discardTarget() { unlink(target) }

  private static func copy(_ path: String, to new: String) -> Bool {
    let source = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard source >= 0 else { return false }
    defer { close(source) }
    let target = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard target >= 0 else { return false }
    defer { close(target) }
    return withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { room in
      while true {
        let count = read(source, room.baseAddress, room.count)
        if count < 0 && errno == EINTR { continue }
        guard count > 0 else { return count == 0 }
        var done = 0
        while done < count {
          let written = write(target, room.baseAddress! + done, count - done)
          if written < 0 && errno == EINTR { continue }
          guard written > 0 else { return false }
          done += written
        }
      }
    }
  }
}
