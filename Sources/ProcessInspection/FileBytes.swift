import Glibc

/// A file of which parts are read. It may change or shrink meanwhile: a part that is not there is nil, never
/// a fault.
package struct FileBytes: ~Copyable {
  private let descriptor: Int32
  /// In bytes, when it was opened.
  package let size: UInt64

  /// Parts beyond this are not read: nothing that is looked for is so large, and a damaged file may claim it.
  static let largestPart: UInt64 = 64 << 20

  package init(path: String) throws(SystemError) {
    // Without O_NONBLOCK a named pipe would be waited for.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .last }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      let error = SystemError.last
      close(descriptor)
      throw error
    }
    guard status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw SystemError(status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    size = UInt64(max(0, status.st_size))
  }

  deinit { close(descriptor) }

  /// The `count` bytes from `offset`; nil where the file does not have all of them, or they are too many.
  package func read(at offset: UInt64, count: UInt64) -> [UInt8]? {
    guard count <= Self.largestPart, offset <= size, count <= size - offset else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    var filled = 0
    while filled < bytes.count {
      let got = bytes.withUnsafeMutableBytes { buffer in
        pread(
          descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled, off_t(offset) + filled)
      }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return nil }
      filled += got
    }
    return bytes
  }
}
