import Glibc

/// A file that was made for this recording: it holds the header.
struct CreatedFile: ~Copyable {
  let descriptor: OwnDescriptor
  let path: String
  let length: UInt64

  /// Takes the first of the names that nobody has. A file is never written over: it is replaced by a new one,
  /// if at all.
  init(_ options: RecordingOptions, _ header: [UInt8]) throws(TraceRecordingError) {
    var taken = options.paths.first ?? ""
    for path in options.paths.map(Self.absolute) {
      let first = options.replaces ? "\(path).\(getpid()).new" : path
      let opened = open(first, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY, 0o600)
      if opened < 0 {
        guard errno == EEXIST else { throw .cannotCreate(path: path, errorNumber: errno) }
        taken = path
        continue
      }
      guard header.withUnsafeBytes({ writeFully(opened, $0.baseAddress!, $0.count, at: 0) }),
        !options.replaces || rename(first, path) == 0
      else {
        let number = errno
        unlink(first)
        close(opened)
        throw .cannotCreate(path: path, errorNumber: number)
      }
      guard let descriptor = OwnDescriptor(opened, path: path) else {
        throw .cannotCreate(path: path, errorNumber: ENOMEM)
      }
      self.descriptor = descriptor
      self.path = path
      length = UInt64(header.count)
      return
    }
    throw .exists(path: taken)
  }

  /// The path from the root, for the program may change its folder.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}
