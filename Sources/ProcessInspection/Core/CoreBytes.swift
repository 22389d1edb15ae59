import CFiles
import Glibc

/// The bytes of a core file, which is named by the user of the tool. It may be anybody's, and as large as a
/// process.
///
/// The file is looked at before it is opened: a device, a pipe or a socket is not opened. It may shrink
/// meanwhile: a part that is not there is nil, never a fault.
final class CoreBytes {
  private let file: ProcessMemory
  /// In bytes, when it was opened.
  let size: UInt64
  /// How many of them take space on a disk: a core has holes where its process had zeros.
  let occupied: UInt64
  /// When it was last written to, in nanoseconds since 1970.
  let modified: UInt64

  init(path: String) throws(CoreError) {
    var status = stat()
    let descriptor = rx_file_open(AT_FDCWD, path, Int32(RX_FOLLOW), O_RDONLY, &status)
    guard descriptor >= 0 else { throw .unreadable(SystemError(-descriptor)) }
    file = ProcessMemory(descriptor: descriptor)
    size = UInt64(max(0, status.st_size))
    occupied = min(size, UInt64(clamping: status.st_blocks).multipliedReportingOverflow(by: 512).partialValue)
    let (seconds, parts) = (UInt64(clamping: status.st_mtim.tv_sec), UInt64(clamping: status.st_mtim.tv_nsec))
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    modified = overflow ? 0 : whole &+ parts
  }

  /// Nil where the file does not have all of them.
  func read(at offset: UInt64, count: UInt64) -> [UInt8]? {
    guard offset <= size, count <= size - offset else { return nil }
    return file.bytes(at: offset, count: Int(count))
  }
}
