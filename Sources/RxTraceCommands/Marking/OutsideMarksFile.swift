import Glibc
import ProcessInspection
import TraceFormat

/// The file beside a recording that holds the marks made from outside.
struct OutsideMarksFile {
  let path: String

  /// Nil where there is none, or something else has its name.
  init?(besides recording: String) {
    path = OutsideMarks.name(of: recording)
    guard let file = try? FileBytes(path: path),
      file.read(at: 0, count: UInt64(MarkLine.beginning.count)) == MarkLine.beginning
    else { return nil }
  }

  /// Deletes it with its recording.
  func remove() { unlink(path) }

  enum Failure: Error, CustomStringConvertible {
    case system(SystemError)
    case foreign
    case isNoFile
    case isLink
    case isCut

    var description: String {
      switch self {
      case .system(let error):
        [EACCES, EPERM].contains(error.code) ? "\(error); be the recording's owner, or root" : "\(error)"
      case .foreign: "it holds something else; move it away"
      case .isNoFile: "it is no ordinary file; move it away"
      case .isLink: "it is a link, which nobody follows; move it away"
      case .isCut: "only a part could be written: the disk is full; make room and type it again"
      }
    }
  }

  /// Writes one line behind those that are there. Others may do the same at the same time: each line is one call, which the
  /// kernel does not divide.
  ///
  /// - Parameter recording: whoever may read it may read its marks.
  static func append(
    _ line: [UInt8], to path: String, likeOwnerOf recording: String
  ) throws(Failure) {
    let file = try opened(path, likeOwnerOf: recording)
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .system(.last) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .isNoFile }
    var start = [UInt8](repeating: 0, count: MarkLine.beginning.count)
    let count = max(0, pread(file, &start, start.count, 0))
    guard MarkLine.beginning.starts(with: start[..<count]) else { throw .foreign }
    var last: UInt8 = 0x0a
    if status.st_size > 0 { _ = pread(file, &last, 1, status.st_size - 1) }
    // Behind a line that was cut, as a full disk leaves one, a new one begins.
    let bytes = last == 0x0a ? line : [0x0a] + line
    var written = write(file, bytes, bytes.count)
    while written < 0, errno == EINTR { written = write(file, bytes, bytes.count) }
    guard written >= 0 else { throw .system(.last) }
    guard written == bytes.count else { throw .isCut }
  }

  /// Opens the file, or makes it: then it belongs to the recording's owner, also where root marks.
  private static func opened(
    _ path: String, likeOwnerOf recording: String
  ) throws(Failure) -> Int32 {
    let flags = O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY
    while true {
      let old = open(path, flags)
      if old >= 0 { return old }
      switch errno {
      case ENOENT: break
      case ELOOP: throw .isLink
      case EISDIR, ENXIO: throw .isNoFile
      default: throw .system(.last)
      }
      let new = open(path, flags | O_CREAT | O_EXCL, 0o600)
      if new >= 0 {
        var status = stat()
        if geteuid() == 0, stat(recording, &status) == 0 { _ = fchown(new, status.st_uid, status.st_gid) }
        return new
      }
      // Somebody else has made it meanwhile.
      guard errno == EEXIST else { throw .system(.last) }
    }
  }
}
