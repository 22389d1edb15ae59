import Glibc
import TraceFormat

/// A file that was made for this recording: it holds the header.
struct CreatedFile {
  let file: OwnFile
  let length: UInt64
  /// The line about the name for standard error; nil if no such line is printed.
  let notice: String?

  var path: String { file.path }

  /// Takes the first free name. A file is never written over: at most, an older recording gets another name,
  /// or a new file replaces the old one.
  init(
    _ options: RecordingOptions, _ header: [UInt8], identity: [UInt8], _ thread: FileThread,
    until deadline: UInt64
  ) throws(TraceRecordingError) {
    let paths = options.paths.map(Self.absolute)
    let first = paths.first ?? ""
    let older = OlderRecording(at: first, thread, until: deadline)
    try older.check()
    let outcome = options.hasLatestName ? older.makeWay() : .nothing
    // The file gets its name after its lock is held and its header is written, so that a process that starts
    // meanwhile leaves it alone.
    let hidden = Self.folder(of: first) + ".rxtrace-" + identity.map { String($0, radix: 16) }.joined()
    var made: OwnFile?
    do throws(ErrorNumber) {
      let new = try OwnFile(hidden, thread, until: deadline)
      made = new
      new.lock(until: deadline)
      try header.withUnsafeBufferPointer { bytes throws(ErrorNumber) in
        try new.write(bytes.baseAddress!, bytes.count, at: 0, until: deadline)
      }
      file = try Self.named(new, paths, options.replaces, deadline)
    } catch {
      // The failure may be that the deadline has passed: this call has one of its own.
      made?.remove(until: FileThread.deadline(in: FileThread.patience))
      if error.number == EEXIST { throw .exists(path: paths.last ?? "") }
      throw .cannotCreate(path: first, errorNumber: error.number)
    }
    length = UInt64(header.count)
    notice = options.hasLatestName ? Self.notice(of: file.path, instead: first, outcome) : nil
  }

  private static func named(
    _ file: OwnFile, _ paths: [String], _ replaces: Bool, _ deadline: UInt64
  ) throws(ErrorNumber) -> OwnFile {
    for path in paths {
      do throws(ErrorNumber) {
        return try file.renamed(to: path, replacing: replaces, until: deadline)
      } catch {
        guard error.number == EEXIST else { throw error }
      }
    }
    throw ErrorNumber(EEXIST)
  }

  /// One line: the path of the recording, and the fate of a first name that was taken.
  private static func notice(
    of path: String, instead first: String, _ outcome: OlderRecording.Outcome
  ) -> String {
    let line = "rxtrace: process \(getpid()) records to \(path)"
    if path == first {
      if case .moved(let name) = outcome { return line + "; the older one is \(name) now\n" }
      return line + "\n"
    }
    switch outcome {
    case .foreign: return line + "; \(first) is no recording\n"
    case .notOwn: return line + "; \(first) is another user's\n"
    default: return line + "; another process records to \(first)\n"
    }
  }

  /// The path from the root, for the program may change its folder.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
