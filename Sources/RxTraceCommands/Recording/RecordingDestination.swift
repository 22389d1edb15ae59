import Glibc
import ProcessInspection
import TraceFormat

/// Where a recording is to go, checked before the program starts.
struct RecordingDestination {
  /// As it was typed, for messages.
  let path: String
  /// From the root: the program may change its working folder.
  let absolutePath: String
  /// Whether a file that is there already may be replaced.
  let replacesExisting: Bool

  /// The files that were there before the program started: the file that is called `path`, and those of
  /// processes beside it.
  private let before: [String: Identity]

  init(path: String, replacesExisting: Bool) throws(CommandFailure) {
    self.path = path
    self.replacesExisting = replacesExisting
    absolutePath = try Self.absolute(path)
    before = Self.files(at: absolutePath)
    try check()
  }

  /// The name where none is given: the program's, and a number, so that it is free.
  static func defaultPath(forProgram program: String) -> String {
    let name = program.split(separator: "/").last.map(String.init) ?? "program"
    return "\(name).\(getpid()).rxtrace"
  }

  /// `path` with this machine's name in place of `%h`, and `%` in place of `%%`.
  static func expanded(_ path: String) -> String {
    guard path.contains("%") else { return path }
    var buffer = [CChar](repeating: 0, count: 256)
    gethostname(&buffer, buffer.count - 1)
    let host = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return path.split(separator: "%%", omittingEmptySubsequences: false)
      .map { $0.replacing("%h", with: host.isEmpty ? "host" : host) }.joined(separator: "%")
  }

  /// The recordings that came to be, or were replaced, since this was made: the main one, then others by
  /// process.
  ///
  /// A process that finds the main file taken by another writes beside it, to a file with its own number at
  /// the end.
  func written() -> (main: Bool, others: [String]) {
    let fresh = Self.files(at: absolutePath).filter { before[$0.key] != $0.value }.keys
    let others = fresh.compactMap { file in
      RecordingName.process(of: file, beside: absolutePath).map { (process: $0, file: file) }
    }.sorted { ($0.process, $0.file) < ($1.process, $1.file) }
    let typed = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let names = others.map { String(typed + ($0.file.split(separator: "/").last ?? "")) }
    return (fresh.contains(absolutePath), names)
  }

  private func check() throws(CommandFailure) {
    let folder = Self.folder(of: absolutePath)
    var status = stat()
    if stat(folder, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR {
      throw refusal("there is no folder \(folder.shellWord)", hint: "make it: mkdir -p \(folder.shellWord)")
    }
    if stat(absolutePath, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR {
        throw refusal("it is a folder", hint: "name a file: -o \((path + "/app.rxtrace").shellWord)")
      }
      if status.st_mode & S_IFMT != S_IFREG {
        throw refusal("it is no ordinary file", hint: "name another: -o FILE")
      }
      if !replacesExisting {
        throw refusal("it exists already", hint: "replace it with -f, or name another with -o FILE")
      }
    }
    if let error = Self.refusal(toCreateIn: folder) {
      throw refusal("folder \(folder.shellWord): \(error)", hint: "name another place with -o FILE")
    }
  }

  /// The reason why no file can be made in a folder; nil where one can. Some file systems refuse a file
  /// although its rights allow it, so one is made and removed.
  private static func refusal(toCreateIn folder: String) -> SystemError? {
    guard access(folder, W_OK | X_OK) == 0 else { return SystemError.last }
    let trial = "\(folder)/.rxtrace-\(getpid())"
    let descriptor = open(trial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return errno == EEXIST ? nil : SystemError.last }
    close(descriptor)
    unlink(trial)
    return nil
  }

  private func refusal(_ reason: String, hint: String) -> CommandFailure {
    CommandFailure("cannot record to \(path.shellWord): \(reason); \(hint)", status: ExitStatus.cannotWrite)
  }

  private static func absolute(_ path: String) throws(CommandFailure) -> String {
    guard !path.isEmpty else {
      throw CommandFailure("-o names no file; type a name after it", status: ExitStatus.usage)
    }
    guard !path.hasPrefix("/") else { return path }
    guard let current = getcwd(nil, 0) else {
      throw CommandFailure(
        "cannot record to \(path.shellWord): the current folder is gone (\(SystemError.last))",
        status: ExitStatus.cannotWrite)
    }
    defer { free(current) }
    return String(cString: current) + "/" + path
  }

  private static func folder(of path: String) -> String {
    let end = path.lastIndex(of: "/") ?? path.startIndex
    return end == path.startIndex ? "/" : String(path[..<end])
  }

  /// One version of a file. A replaced one has another number; one that was written to another time.
  private struct Identity: Hashable {
    let device: UInt64
    let number: UInt64
    let changed: Int
    let changedNanoseconds: Int

    init?(_ path: String) {
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      device = UInt64(status.st_dev)
      number = UInt64(status.st_ino)
      changed = status.st_mtim.tv_sec
      changedNanoseconds = status.st_mtim.tv_nsec
    }
  }

  private static func files(at path: String) -> [String: Identity] {
    let folder = folder(of: path)
    let name = path.dropFirst(folder == "/" ? 1 : folder.count + 1)
    var files = [String: Identity]()
    for entry in FolderListing.names(in: folder) {
      guard entry == name || RecordingName.process(of: entry, beside: String(name)) != nil else { continue }
      let file = folder == "/" ? "/" + entry : "\(folder)/\(entry)"
      files[file] = Identity(file)
    }
    return files
  }
}
