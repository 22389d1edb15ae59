import Glibc

/// A file that was made for this recording: it holds the header.
struct CreatedFile {
  let file: OwnFile
  let length: UInt64

  var path: String { file.path }

  /// Takes the first of the names that nobody has. A file is never written over: it is replaced by a new one,
  /// if at all.
  init(
    _ options: RecordingOptions, _ header: [UInt8], _ thread: FileThread, until deadline: UInt64
  ) throws(TraceRecordingError) {
    var taken = options.paths.first ?? ""
    for path in options.paths.map(Self.absolute) {
      do {
        file = try Self.make(path, options.replaces, header, thread, deadline)
        length = UInt64(header.count)
        return
      } catch {
        guard error.number == EEXIST else { throw .cannotCreate(path: path, errorNumber: error.number) }
        taken = path
      }
    }
    throw .exists(path: taken)
  }

  private static func make(
    _ path: String, _ replaces: Bool, _ header: [UInt8], _ thread: FileThread, _ deadline: UInt64
  ) throws(ErrorNumber) -> OwnFile {
    let first = replaces ? "\(path).\(getpid()).new" : path
    let file = try OwnFile(first, thread, until: deadline)
    do throws(ErrorNumber) {
      try header.withUnsafeBufferPointer { bytes throws(ErrorNumber) in
        try file.write(bytes.baseAddress!, bytes.count, at: 0, until: deadline)
      }
      return replaces ? try file.renamed(to: path, until: deadline) : file
    } catch {
      file.remove(until: deadline)
      throw error
    }
  }

  /// The path from the root, for the program may change its folder.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}
