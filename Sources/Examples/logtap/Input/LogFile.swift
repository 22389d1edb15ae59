import Glibc

/// An open log: a file, which may grow, be truncated or be replaced by another one, or standard input.
///
/// Used by one thread at a time.
final class LogFile {
  /// As people know it.
  let name: String
  private let path: String?
  private var descriptor: Int32
  private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

  /// Opens a file; nil and `-` mean standard input.
  init(_ path: String?) throws(InputError) {
    guard let path, path != "-" else {
      (name, self.path, descriptor) = ("standard input", nil, STDIN_FILENO)
      return
    }
    (name, self.path) = (path, path)
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotOpen(path, lastSystemError()) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else {
      throw .cannotOpen(path, "is a directory")
    }
  }

  deinit {
    if path != nil, descriptor >= 0 { close(descriptor) }
  }

  /// The next bytes, at most 64 KiB; none at the end of the file, for now or for good.
  func read() throws(InputError) -> ArraySlice<UInt8> {
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count >= 0 { return buffer[..<count] }
      guard errno == EINTR else { throw .cannotRead(name, lastSystemError()) }
    }
  }

  /// At the end of the file: goes on with what has taken its place, if something has, from the beginning.
  ///
  /// A file under the same name that is another one takes the place of this one; so does this one itself after it has
  /// become shorter than what was read. While there is none under the name, this one goes on.
  func continueAfterRotation() -> Bool {
    guard let path else { return false }
    var (here, there) = (stat(), stat())
    guard fstat(descriptor, &here) == 0 else { return false }
    if stat(path, &there) == 0, (there.st_ino, there.st_dev) != (here.st_ino, here.st_dev) {
      let successor = open(path, O_RDONLY | O_CLOEXEC)
      guard successor >= 0 else { return false }
      close(descriptor)
      descriptor = successor
      return true
    }
    guard here.st_size < lseek(descriptor, 0, SEEK_CUR) else { return false }
    return lseek(descriptor, 0, SEEK_SET) == 0
  }
}
