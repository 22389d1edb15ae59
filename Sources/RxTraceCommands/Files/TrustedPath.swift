import CFiles
import Glibc
import ProcessInspection

/// A path on which every link that is followed is this user's or root's. Where another user has made one,
/// that user would choose what is written.
struct TrustedPath {
  let path: String

  init(_ path: String) { self.path = path }

  /// More links than that are a circle.
  private static let mostLinks = 40

  /// The folder's descriptor. Throws `ELOOP` for a link of another user's.
  func folder() throws(SystemError) -> Int32 {
    let (folder, name) = try followed()
    guard !name.isEmpty else { return folder }
    close(folder)
    throw SystemError(ENOTDIR)
  }

  /// The folder of a file that is there or is to be made, and the file's name in it: never that of a link.
  func file() throws(SystemError) -> HeldName {
    let (folder, name) = try followed()
    guard !name.isEmpty else {
      close(folder)
      throw SystemError(EISDIR)
    }
    return HeldName(folder: HeldFolder(holding: folder), name: name)
  }

  /// Goes down part by part. The name is empty where the whole path is that of a folder.
  private func followed() throws(SystemError) -> (folder: Int32, name: String) {
    guard !path.isEmpty else { throw SystemError(ENOENT) }
    var links = 0
    var rest = Self.parts(path)
    var current = try Self.start(path)
    /// Whether the way has led into another process's view of the files.
    var isForeign = false
    while let part = rest.first {
      rest.removeFirst()
      var status = stat()
      let next = rx_file_find(current, part, Int32(RX_NOT_LAST), &status)
      let isLast = rest.isEmpty
      if next < 0 {
        if next == -ENOENT, isLast, !path.hasSuffix("/") { return (current, part) }
        close(current)
        throw SystemError(-next)
      }
      switch status.st_mode & S_IFMT {
      case S_IFDIR:
        close(current)
        current = next
      case S_IFLNK:
        defer { close(next) }
        links += 1
        guard links <= Self.mostLinks, status.st_uid == geteuid() || status.st_uid == 0,
          let text = Self.text(of: next)
        else {
          close(current)
          throw SystemError(ELOOP)
        }
        // The text of a link in /proc is not the place that it leads to: the root of another process is "/"
        // as well.
        if !isLast, rx_file_is_of_proc(next) {
          let folder = rx_file_find(current, part, Int32(RX_FOLLOW), &status)
          close(current)
          guard folder >= 0 else { throw SystemError(-folder) }
          (current, isForeign) = (folder, true)
          continue
        }
        guard !isForeign || !text.hasPrefix("/") else {
          close(current)
          throw SystemError(ELOOP)
        }
        rest = Self.parts(text) + rest
        if text.hasPrefix("/") {
          close(current)
          current = try Self.start(text)
        }
      default:
        close(next)
        guard isLast, !path.hasSuffix("/") else {
          close(current)
          throw SystemError(ENOTDIR)
        }
        return (current, part)
      }
    }
    return (current, "")
  }

  private static func parts(_ path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.map(String.init)
  }

  private static func start(_ path: String) throws(SystemError) -> Int32 {
    let folder = rx_file_folder(path.hasPrefix("/") ? "/" : ".")
    guard folder >= 0 else { throw SystemError(-folder) }
    return folder
  }

  private static func text(of link: Int32) -> String? {
    var text = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = text.withUnsafeMutableBytes { text in
      readlinkat(link, "", text.baseAddress!.assumingMemoryBound(to: CChar.self), text.count)
    }
    return count > 0 ? String(decoding: text[..<count], as: UTF8.self) : nil
  }
}

/// A name in a folder that is held.
struct HeldName: ~Copyable {
  let folder: HeldFolder
  let name: String
}

/// A path in two: its folder as it was typed, and the name.
struct PathParts {
  let folder: String
  /// The part before the name: `out/`, or nothing.
  let typed: String
  let name: String

  init(_ path: String) {
    let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    (typed, name) = (String(path[..<end]), String(path[end...]))
    folder = typed.isEmpty ? "." : typed
  }
}
