import Glibc
import ProcessInspection

/// A copy of a folder with sources, in a folder of its own that ``remove()`` deletes. Hidden files and
/// folders are left out: the history, and whatever is built and fetched.
struct SourceCopy {
  /// From the root.
  let path: String

  /// More files than the sources of a program have.
  private static let most = 200_000

  /// - Parameter folder: the sources.
  init(of folder: String) throws(CommandFailure) {
    var template = Array("\(Environment.current["TMPDIR"] ?? "/tmp")/rxtrace-fix-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil, let resolved = realpath(template, nil) else {
      throw Self.failure(.last)
    }
    defer { free(resolved) }
    let path = String(cString: resolved)
    self.path = path
    do {
      try Self.copy(folder, to: path)
    } catch {
      Self.remove(path)
      throw Self.failure(error)
    }
  }

  private static func failure(_ error: SystemError) -> CommandFailure {
    CommandFailure("cannot copy the sources: \(error)", status: ExitStatus.cannotWrite)
  }

  private static func copy(_ folder: String, to path: String) throws(SystemError) {
    var waiting = [""]
    var left = most
    while let place = waiting.popLast() {
      for name in FolderListing.names(in: folder + place) where !name.hasPrefix(".") {
        left -= 1
        guard left > 0 else { throw SystemError(EFBIG) }
        let (from, to) = ("\(folder)\(place)/\(name)", "\(path)\(place)/\(name)")
        var status = stat()
        guard lstat(from, &status) == 0 else { throw .last }
        switch status.st_mode & S_IFMT {
        case S_IFDIR:
          guard mkdir(to, 0o755) == 0 else { throw .last }
          waiting.append("\(place)/\(name)")
        case S_IFLNK: try copyLink(from, to)
        case S_IFREG: try copyFile(from, to, mode: status.st_mode & 0o777)
        default: break
        }
      }
    }
  }

  private static func copyLink(_ from: String, _ to: String) throws(SystemError) {
    var text = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink(from, &text, text.count - 1)
    guard count >= 0, symlink(text, to) == 0 else { throw .last }
  }

  private static func copyFile(_ from: String, _ to: String, mode: mode_t) throws(SystemError) {
    let source = open(from, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard source >= 0 else { throw .last }
    defer { close(source) }
    let target = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard target >= 0 else { throw .last }
    defer { close(target) }
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &part, part.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      if count == 0 { return }
      try Output.write(Array(part[..<count]), to: target)
    }
  }

  /// The folder that the paths of a patch begin at: the working folder, unless the sources lie elsewhere.
  ///
  /// - Throws: where there are several such folders.
  static func folder(of sources: [SourceRoot]) throws(CommandFailure) -> String {
    let folders = Set(sources.map { isHere($0.folder) ? "." : $0.folder }).sorted()
    guard folders.count <= 1 else {
      throw CommandFailure(
        "--check copies one folder, and the sources lie in several: \(folders.map(\.shellWord).joined(separator: ", ")); "
          + "type one --source, or run it in a folder that holds all of them",
        status: ExitStatus.usage)
    }
    return folders.first ?? "."
  }

  /// Whether a folder is the working folder, or lies below that. One that is not there is nowhere else,
  /// either.
  private static func isHere(_ folder: String) -> Bool {
    guard let found = realpath(folder, nil) else { return true }
    defer { free(found) }
    guard let here = realpath(".", nil) else { return false }
    defer { free(here) }
    let (path, base) = (String(cString: found), String(cString: here))
    return path == base || base == "/" || path.hasPrefix(base + "/")
  }

  /// Makes the copy the working folder: whatever runs from here on runs in it.
  func enter() throws(CommandFailure) {
    guard chdir(path) == 0 else { throw Self.failure(.last) }
  }

  /// Deletes it.
  func remove() { Self.remove(path) }

  private static func remove(_ path: String) {
    _ = chdir("/")
    // A build leaves many files there, of any kind.
    _ = try? OtherProgram("rm")?.answer(["-rf", "--", path])
  }
}
