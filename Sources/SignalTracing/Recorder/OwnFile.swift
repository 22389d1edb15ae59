import CRecorder
import Glibc

/// A file that this process has made: its descriptor in the file thread's table, and which file it is.
struct OwnFile {
  let descriptor: Int32
  let path: String
  private let thread: FileThread
  private let device: dev_t
  private let inode: ino_t
  /// The time when a link was made. The inode number of a deleted link may be used again; the number of a
  /// file is not, as long as the file is open.
  private let linked: timespec?

  /// Makes the file. Throws `EEXIST` when there is anything of that name.
  init(
    _ path: String, mode: Int = 0o600, _ thread: FileThread, until deadline: UInt64
  ) throws(ErrorNumber) {
    let flags = O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY
    let opened = try Self.withPath(path, thread, deadline) { path throws(ErrorNumber) in
      try thread.perform(RX_OPEN, Int(AT_FDCWD), path, Int(flags), mode, until: deadline)
    }
    try thread.perform(RX_STATUS, opened, Int(bitPattern: thread.status), until: deadline)
    let status = thread.status.pointee
    descriptor = Int32(opened)
    self.path = path
    self.thread = thread
    device = status.st_dev
    inode = status.st_ino
    linked = nil
  }

  /// Makes a symbolic link. Throws `EEXIST` when there is anything of that name.
  init(
    linkTo target: OwnFile, at path: String, _ thread: FileThread, until deadline: UInt64
  ) throws(ErrorNumber) {
    try Self.withPath(target.path, thread, deadline) { target throws(ErrorNumber) in
      try Self.withPath(path, thread, deadline) { path throws(ErrorNumber) in
        try thread.perform(RX_LINK, target, Int(AT_FDCWD), path, until: deadline)
        try Self.look(at: path, thread, deadline)
      }
    }
    descriptor = -1
    self.path = path
    self.thread = thread
    device = thread.status.pointee.st_dev
    inode = thread.status.pointee.st_ino
    linked = thread.status.pointee.st_mtim
  }

  private static func look(at path: Int, _ thread: FileThread, _ deadline: UInt64) throws(ErrorNumber) {
    try thread.perform(
      RX_STATUS_AT, Int(AT_FDCWD), path, Int(bitPattern: thread.status), Int(AT_SYMLINK_NOFOLLOW),
      until: deadline)
  }

  private init(_ other: OwnFile, path: String) {
    descriptor = other.descriptor
    self.path = path
    thread = other.thread
    device = other.device
    inode = other.inode
    linked = other.linked
  }

  func write(
    _ bytes: UnsafeRawPointer, _ count: Int, at offset: Int, until deadline: UInt64
  ) throws(ErrorNumber) {
    try thread.write(bytes, count, to: descriptor, at: offset, until: deadline)
  }

  /// Locks the file, so that other processes know that this process writes to it. If the file system has no
  /// locks, the recording goes on without one.
  func lock(until deadline: UInt64) {
    _ = try? thread.perform(RX_LOCK, Int(descriptor), Int(LOCK_EX | LOCK_NB), until: deadline)
  }

  /// Gives the file another name. With `replacing` it replaces a file of that name; else an existing file
  /// makes it throw `EEXIST`.
  func renamed(
    to path: String, replacing: Bool, until deadline: UInt64
  ) throws(ErrorNumber) -> OwnFile {
    try Self.rename(self.path, to: path, replacing: replacing, thread, until: deadline)
    return OwnFile(self, path: path)
  }

  static func rename(
    _ path: String, to new: String, replacing: Bool, _ thread: FileThread, until deadline: UInt64
  ) throws(ErrorNumber) {
    try withPath(path, thread, deadline) { old throws(ErrorNumber) in
      try withPath(new, thread, deadline) { new throws(ErrorNumber) in
        func rename(_ flags: UInt32) throws(ErrorNumber) {
          try thread.perform(
            RX_RENAME, Int(AT_FDCWD), old, Int(AT_FDCWD), new, Int(flags), until: deadline)
        }
        do throws(ErrorNumber) {
          try rename(replacing ? 0 : noReplacement)
        } catch {
          // Not every file system can do that. Then an empty file takes the name first, which fails if the
          // name exists.
          guard error.number == EINVAL, !replacing else { throw error }
          let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
          let taken = try thread.perform(RX_OPEN, Int(AT_FDCWD), new, Int(flags), 0o600, until: deadline)
          _ = try? thread.perform(RX_CLOSE, taken, until: deadline)
          do throws(ErrorNumber) {
            try rename(0)
          } catch {
            _ = try? thread.perform(RX_UNLINK, Int(AT_FDCWD), new, 0, until: deadline)
            throw error
          }
        }
      }
    }
  }

  /// `RENAME_NOREPLACE` of <linux/fs.h>.
  private static let noReplacement: UInt32 = 1

  /// Deletes the name, if it still belongs to this file.
  func remove(until deadline: UInt64) {
    try? Self.withPath(path, thread, deadline) { path throws(ErrorNumber) in
      try Self.look(at: path, thread, deadline)
      let status = thread.status.pointee
      guard status.st_ino == inode, status.st_dev == device else { return }
      if let linked {
        guard status.st_mtim.tv_sec == linked.tv_sec, status.st_mtim.tv_nsec == linked.tv_nsec else { return }
      }
      try thread.perform(RX_UNLINK, Int(AT_FDCWD), path, 0, until: deadline)
    }
  }

  /// The facts that the recorder's process needs to delete the name later, as `remove` does. Opens the
  /// folder.
  func removal(until deadline: UInt64) throws(ErrorNumber) -> rx_removal {
    let slash = path.lastIndex(of: "/")
    let opened = try? Self.withPath(slash.map { String(path[...$0]) } ?? ".", thread, deadline) {
      path throws(ErrorNumber) in
      try thread.perform(
        RX_OPEN, Int(AT_FDCWD), path, Int(Self.pathOnly | O_DIRECTORY | O_CLOEXEC), 0, until: deadline)
    }
    guard !thread.isStuck else { throw ErrorNumber(ETIMEDOUT) }
    // With hardly any descriptors it is found by its whole path.
    let folder = opened ?? Int(AT_FDCWD)
    return rx_removal(
      folder: Int32(folder), is_link: linked != nil, device: UInt64(device), inode: UInt64(inode),
      seconds: Int64(linked?.tv_sec ?? 0), nanoseconds: Int64(linked?.tv_nsec ?? 0))
  }

  /// `O_PATH` of <fcntl.h>, which is no constant in every mode of the C library.
  private static let pathOnly: Int32 = 0o10000000

  /// The name in its folder.
  var name: Substring { path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...] }

  /// A copy of the path. If no thread waits for the call any more, it is never freed.
  static func withPath<Result>(
    _ path: String, _ thread: FileThread, _ deadline: UInt64, _ body: (Int) throws(ErrorNumber) -> Result
  ) throws(ErrorNumber) -> Result {
    guard let copy = strdup(path) else { throw ErrorNumber(ENOMEM) }
    defer { if !thread.isStuck { free(copy) } }
    return try body(Int(bitPattern: copy))
  }
}
