import CRecorder
import Glibc
import TraceFormat

/// Checks files that another program may have put at the place of a recording.
///
/// A file is checked before it is opened, and again when it is open, so that no device, pipe or link is
/// opened.
struct OlderFiles {
  let thread: FileThread
  let deadline: UInt64

  func status(of path: String, followingLinks: Bool = false) throws(ErrorNumber) -> stat {
    try OwnFile.withPath(path, thread, deadline) { path throws(ErrorNumber) in
      try thread.perform(
        RX_STATUS_AT, Int(AT_FDCWD), path, Int(bitPattern: thread.status),
        followingLinks ? 0 : Int(AT_SYMLINK_NOFOLLOW), until: deadline)
      return thread.status.pointee
    }
  }

  /// Whether the file is this user's.
  static func isOwn(_ status: stat) -> Bool { status.st_uid == geteuid() }

  /// Opens an ordinary file of this user's. Throws `EACCES` for another user's file, and `EINVAL` if it is no
  /// ordinary file; it opens neither.
  func withOwn<Result>(
    _ path: String, _ body: (_ file: Int, _ status: stat) throws(ErrorNumber) -> Result
  ) throws(ErrorNumber) -> Result {
    let seen = try status(of: path)
    guard seen.st_mode & S_IFMT == S_IFREG else { throw ErrorNumber(EINVAL) }
    guard Self.isOwn(seen) else { throw ErrorNumber(EACCES) }
    let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK
    let file = try open(path, flags)
    defer { close(file) }
    try thread.perform(RX_STATUS, file, Int(bitPattern: thread.status), until: deadline)
    let status = thread.status.pointee
    guard status.st_dev == seen.st_dev, status.st_ino == seen.st_ino, status.st_uid == seen.st_uid else {
      throw ErrorNumber(ESTALE)
    }
    return try body(file, status)
  }

  func open(_ path: String, _ flags: Int32) throws(ErrorNumber) -> Int {
    try OwnFile.withPath(path, thread, deadline) { path throws(ErrorNumber) in
      try thread.perform(RX_OPEN, Int(AT_FDCWD), path, Int(flags), 0, until: deadline)
    }
  }

  func close(_ file: Int) { _ = try? thread.perform(RX_CLOSE, file, until: deadline) }

  func read(_ file: Int, _ count: Int, at offset: Int = 0) throws(ErrorNumber) -> [UInt8] {
    try withRoom(count) { room throws(ErrorNumber) in
      try thread.perform(RX_READ, file, Int(bitPattern: room), count, offset, until: deadline)
    }
  }

  /// The target of a link of this user; nil if there is none.
  func ownLink(at path: String) -> String? {
    guard let status = try? status(of: path), status.st_mode & S_IFMT == S_IFLNK, Self.isOwn(status) else {
      return nil
    }
    let text = try? OwnFile.withPath(path, thread, deadline) { path throws(ErrorNumber) in
      try withRoom(Int(PATH_MAX)) { room throws(ErrorNumber) in
        try thread.perform(
          RX_READ_LINK, Int(AT_FDCWD), path, Int(bitPattern: room), Int(PATH_MAX), until: deadline)
      }
    }
    return text.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The names in a folder; nil if there are more than `most`, or the folder cannot be read.
  func names(in folder: String, most: Int) -> [String]? {
    guard let file = try? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) else { return nil }
    defer { close(file) }
    var names: [String] = []
    while names.count <= most {
      let entries = try? withRoom(1 << 15) { room throws(ErrorNumber) in
        try thread.perform(RX_LIST, file, Int(bitPattern: room), 1 << 15, until: deadline)
      }
      guard let entries else { return nil }
      if entries.isEmpty { return names }
      var start = 0
      // Number and offset, 8 bytes each; the entry's length, 2; its type, 1; the name and a zero.
      while start + 19 < entries.count {
        let length = Int(entries[start + 16]) | Int(entries[start + 17]) << 8
        guard length > 19, start + length <= entries.count else { return nil }
        names.append(
          String(decoding: entries[(start + 19)..<(start + length)].prefix { $0 != 0 }, as: UTF8.self))
        start += length
      }
    }
    return nil
  }

  func unlink(_ path: String) {
    _ = try? OwnFile.withPath(path, thread, deadline) { path throws(ErrorNumber) in
      try thread.perform(RX_UNLINK, Int(AT_FDCWD), path, 0, until: deadline)
    }
  }

  /// The result of a call. If no thread waits for the call any more, its memory is never freed.
  private func withRoom(
    _ count: Int, _ body: (UnsafeMutableRawPointer) throws(ErrorNumber) -> Int
  ) throws(ErrorNumber) -> [UInt8] {
    let room = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 8)
    defer { if !thread.isStuck { room.deallocate() } }
    let found = try body(room)
    return Array(UnsafeRawBufferPointer(start: room, count: found))
  }
}
