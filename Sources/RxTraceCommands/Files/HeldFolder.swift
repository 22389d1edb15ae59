import CFiles
import Glibc
import ProcessInspection

/// A folder that is held by its descriptor. All looking, renaming and deleting happens in this very folder,
/// even if somebody renames it or puts a link in its place meanwhile.
struct HeldFolder: ~Copyable {
  let descriptor: Int32

  /// Opens a folder, over links of this user's and of root's alone: nothing is written where others may
  /// redirect it.
  init(path: String) throws(SystemError) {
    let trusted = TrustedPath(path)
    descriptor = try trusted.folder()
  }

  /// Opens a folder, over all links that the kernel follows.
  init(reached path: String) throws(SystemError) {
    descriptor = rx_file_folder(path)
    if descriptor < 0 { throw SystemError(-descriptor) }
  }

  init(holding descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// The file of that name: of a link the link itself. Nil where nothing has it.
  func status(of name: String) -> stat? {
    var status = stat()
    return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
  }

  /// Whether it is a file or a link of this user's.
  static func isOwn(_ status: stat) -> Bool { status.st_uid == geteuid() }

  /// Where a link leads to; nil where there is none of this user's.
  func ownLink(_ name: String) -> String? {
    guard let status = status(of: name), status.st_mode & S_IFMT == S_IFLNK, Self.isOwn(status) else {
      return nil
    }
    var text = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = text.withUnsafeMutableBytes { text in
      readlinkat(descriptor, name, text.baseAddress!.assumingMemoryBound(to: CChar.self), text.count)
    }
    return count > 0 ? String(decoding: text[..<count], as: UTF8.self) : nil
  }

  /// An ordinary file of this user's; nil for anything else, none of which is opened.
  func ownFile(_ name: String) -> HeldFile? {
    var status = stat()
    let file = rx_file_open(descriptor, name, Int32(RX_NOT_LAST), O_RDONLY, &status)
    guard file >= 0 else { return nil }
    guard Self.isOwn(status) else {
      close(file)
      return nil
    }
    return HeldFile(holding: file, status)
  }

  /// Makes a file that nobody had, and opens it to read and write. Nil where somebody has the name.
  func newFile(_ name: String, mode: mode_t) throws(SystemError) -> HeldFile? {
    let file = openat(descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    guard file >= 0 else {
      let error = SystemError.last
      if error.code == EEXIST { return nil }
      throw error
    }
    var status = stat()
    fstat(file, &status)
    return HeldFile(holding: file, status)
  }

  /// Whether the name is still that of the file that was looked at.
  func has(_ name: String, _ status: stat) -> Bool {
    guard let now = self.status(of: name) else { return false }
    return now.st_dev == status.st_dev && now.st_ino == status.st_ino && now.st_mode == status.st_mode
      && now.st_uid == status.st_uid
  }

  /// Deletes the name, as long as it is that of the file that was looked at. Says whether it did.
  @discardableResult
  func remove(_ name: String, _ status: stat) -> Bool {
    has(name, status) && unlinkat(descriptor, name, 0) == 0
  }

  /// Gives a file another name, which nobody has.
  func rename(_ name: String, to new: String) throws(SystemError) {
    let result = rx_file_rename(descriptor, name, new)
    if result < 0 { throw SystemError(-result) }
  }

  /// The names in it, in no order; empty when it cannot be read.
  var names: [String] { FolderListing.names(in: path) }

  var isReadable: Bool { access(path, R_OK) == 0 }

  private var path: String { "/proc/self/fd/\(descriptor)" }
}

/// An ordinary file that is open, and its status when it was opened.
struct HeldFile: ~Copyable {
  let descriptor: Int32
  let status: stat

  init(holding descriptor: Int32, _ status: stat) { (self.descriptor, self.status) = (descriptor, status) }

  deinit { close(descriptor) }

  /// As many of the bytes as there are.
  func bytes(at offset: Int = 0, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { break }
        filled += got
      }
    }
  }

  /// Whether nobody writes to it any more: a living writer holds its lock.
  var isAbandoned: Bool {
    // Two that look at once do not take each other for a writer.
    guard flock(descriptor, LOCK_SH | LOCK_NB) == 0 else { return false }
    flock(descriptor, LOCK_UN)
    return true
  }
}
