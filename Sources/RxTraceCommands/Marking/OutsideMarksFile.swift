import CFiles
import Glibc
import ProcessInspection
import TraceFormat

/// The file beside a recording that holds the marks made from outside.
enum OutsideMarksFile {
  /// The status of the file with the marks of the recording `name`; nil where this user has no such file.
  static func status(besides name: String, in folder: borrowing HeldFolder) -> stat? {
    guard let file = folder.ownFile(OutsideMarks.name(of: name)),
      file.bytes(count: MarkLine.beginning.count) == MarkLine.beginning
    else { return nil }
    return file.status
  }

  /// Deletes them with their recording.
  static func remove(besides name: String, in folder: borrowing HeldFolder) {
    guard let status = status(besides: name, in: folder) else { return }
    folder.remove(OutsideMarks.name(of: name), status)
  }

  enum Failure: Error, CustomStringConvertible {
    case system(SystemError)
    case foreign
    case isNoFile
    case isLink
    case isOthers
    case isCut

    var description: String {
      switch self {
      case .system(let error):
        [EACCES, EPERM].contains(error.code) ? "\(error); be the recording's owner, or root" : "\(error)"
      case .foreign: "it holds something else; move it away"
      case .isNoFile: "it is no ordinary file; move it away"
      case .isLink: "it is a link, which nobody follows; move it away"
      case .isOthers:
        "it belongs neither to you nor to the recording's owner, or has a second name; move it away"
      case .isCut: "only a part could be written: the disk is full; make room and type it again"
      }
    }
  }

  /// Writes one line behind the lines that are there. Others may do the same at the same time: each line is
  /// one call, which the kernel does not divide.
  ///
  /// - Parameter recording: the recording beside which the line goes, also where a link of this file system
  ///   leads to it.
  static func append(_ line: [UInt8], besides recording: RecordingPlace) throws(Failure) {
    let file = try opened(recording)
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .system(.last) }
    var start = [UInt8](repeating: 0, count: MarkLine.beginning.count)
    let count = max(0, pread(file, &start, start.count, 0))
    guard MarkLine.beginning.starts(with: start[..<count]) else { throw .foreign }
    var last: UInt8 = 0x0a
    if status.st_size > 0 { _ = pread(file, &last, 1, status.st_size - 1) }
    // A full disk may have cut the last line: then a new line begins first.
    let bytes = last == 0x0a ? line : [0x0a] + line
    var written = write(file, bytes, bytes.count)
    while written < 0, errno == EINTR { written = write(file, bytes, bytes.count) }
    guard written >= 0 else { throw .system(.last) }
    guard written == bytes.count else { throw .isCut }
  }

  /// Opens the file, or makes it: then it belongs to the recording's owner, also where root marks.
  private static func opened(_ recording: RecordingPlace) throws(Failure) -> Int32 {
    let parts = PathParts(recording.marksPath)
    let folder: HeldFolder
    do {
      // The folder of another process's file system was reached before over no link.
      folder = try recording.isForeign ? HeldFolder(reached: parts.folder) : HeldFolder(path: parts.folder)
    } catch { throw .system(error) }
    let name = parts.name
    let owner = folder.status(of: String(name.dropLast(OutsideMarks.name(of: "").count)))
    while true {
      var status = stat()
      let old = rx_file_open(folder.descriptor, name, Int32(RX_NOT_LAST), O_RDWR | O_APPEND, &status)
      if old >= 0 {
        let isOurs = HeldFolder.isOwn(status) || status.st_uid == owner?.st_uid
        if isOurs, status.st_nlink == 1 { return old }
        close(old)
        throw .isOthers
      }
      switch -old {
      case ENOENT: break
      case ELOOP: throw .isLink
      case EISDIR, EINVAL: throw .isNoFile
      default: throw .system(SystemError(-old))
      }
      let flags = O_RDWR | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_CREAT | O_EXCL
      let new = openat(folder.descriptor, name, flags, 0o600)
      if new >= 0 {
        if geteuid() == 0, let owner { _ = fchown(new, owner.st_uid, owner.st_gid) }
        return new
      }
      // Somebody else has made it meanwhile.
      guard errno == EEXIST else { throw .system(.last) }
    }
  }
}
