import CFiles
import Glibc

/// An ordinary file of which parts are read. It may be anybody's.
///
/// The file is looked at before it is opened: a device, a pipe or a socket is not opened. The file may change
/// or shrink meanwhile: a part that is not there is nil, never a fault. Reading a file takes as much time and
/// memory at most as `ReadingLimits` says.
package struct FileBytes: ~Copyable {
  private let file: OpenedFile
  private let limits: ReadingLimits
  /// In bytes, when it was opened.
  package let size: UInt64

  /// Parts beyond this are not read: nothing that is looked for is so large, and a damaged file may claim it.
  static let largestPart: UInt64 = 64 << 20

  /// - Parameter path: `/proc/PID/root/PATH` is a path of that process: it leads to nothing outside of its
  ///   root, and goes over no link. Throws `ETIMEDOUT` where it takes too long.
  package init(path: String) throws(SystemError) { try self.init(path: path, limits: ReadingLimits()) }

  init(path: String, limits: ReadingLimits) throws(SystemError) {
    guard let file = limits.perform({ OpenedFile(path) }) else { throw SystemError(ETIMEDOUT) }
    guard file.descriptor >= 0 else { throw SystemError(-file.descriptor) }
    self.file = file
    self.limits = limits
    size = file.size
  }

  /// Whether reading it has taken too long: then parts are nil that it may have.
  var isTooSlow: Bool { limits.isOver }

  /// The `count` bytes from `offset`; nil where the file does not have all of them, or they are too many.
  package func read(at offset: UInt64, count: UInt64) -> [UInt8]? {
    guard count <= Self.largestPart, offset <= size, count <= size - offset, limits.take(bytes: count) else {
      return nil
    }
    let file = file
    return limits.perform { file.bytes(at: offset, count: Int(count)) } ?? nil
  }
}

/// The descriptor of an ordinary file. It is closed when nobody reads it any more, also by a call that takes
/// for ever.
private final class OpenedFile: Sendable {
  /// Negative for an error number.
  let descriptor: Int32
  let size: UInt64

  init(_ path: String) {
    var status = stat()
    descriptor = Self.opened(path, &status)
    size = UInt64(max(0, status.st_size))
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  private static func opened(_ path: String, _ status: inout stat) -> Int32 {
    guard let (root, below) = parts(path) else {
      return rx_file_open(AT_FDCWD, path, Int32(RX_FOLLOW), O_RDONLY, &status)
    }
    let folder = rx_file_folder(root)
    guard folder >= 0 else { return folder }
    defer { close(folder) }
    return rx_file_open(folder, below, Int32(RX_BELOW), O_RDONLY, &status)
  }

  /// Of `/proc/4711/root/usr/bin/app` the root, `/proc/4711/root`, and what is below it.
  private static func parts(_ path: String) -> (root: String, below: String)? {
    guard let match = path.prefixMatch(of: #/(/proc/[0-9]+/root)(/.+)/#.dotMatchesNewlines()) else {
      return nil
    }
    return (String(match.output.1), String(match.output.2))
  }

  func bytes(at offset: UInt64, count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
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
