import CFiles
import Glibc

/// A source file that is read for a few of its lines. It may lie in a folder that somebody else filled: only
/// an ordinary file is read, and only a small one.
struct SourceFile {
  /// When it was last changed, in seconds of the wall clock.
  let changed: Int
  private let bytes: ArraySlice<UInt8>

  /// More bytes than a source file that people write has.
  private static let most = 4 << 20

  init?(path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.most
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var length = 0
    while length < bytes.count {
      let count = bytes.withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress! + length, $0.count - length)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      length += count
    }
    changed = status.st_mtim.tv_sec
    self.bytes = bytes[..<length]
  }

  /// The lines with these numbers, from 1, as far as the file has them.
  func lines(_ numbers: ClosedRange<Int>) -> [String] {
    guard numbers.lowerBound >= 1 else { return [] }
    let newline = UInt8(ascii: "\n")
    return bytes.split(separator: newline, maxSplits: numbers.upperBound, omittingEmptySubsequences: false)
      .prefix(numbers.upperBound).dropFirst(numbers.lowerBound - 1)
      .map { String(decoding: $0, as: UTF8.self).replacing("\r", with: "").replacing("\t", with: "    ") }
  }
}
