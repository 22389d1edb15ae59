import CFiles
import Glibc
import ProcessInspection
import TraceFormat

/// Looks where the recordings are whose staging files are in memory. Each folder is read once.
struct RecordingFolders {
  enum Place: Hashable {
    /// It was ended in good order: nobody needs its staging file.
    case complete(path: String)
    case unended(path: String)
    /// It is no longer in its folder. The path is where it was.
    case gone(path: String)
    /// Its folder is not to be seen from here, or it is another user's by now.
    case unknown
  }

  /// In a folder with more names nobody looks.
  private static let mostNames = 10_000
  private var known: [String: [[UInt8]: String]?] = [:]

  /// - Parameter opened: where somebody has just found it.
  mutating func place(of head: StagingHead, opened: String?) -> Place {
    if let opened, let place = Self.place(at: opened, head.identity) { return place }
    guard !head.path.isEmpty else { return .unknown }
    let parts = PathParts(head.path)
    guard let folder = try? HeldFolder(path: parts.folder) else {
      return Self.isDeleted(parts.folder, head) ? .gone(path: head.path) : .unknown
    }
    guard Self.isSame(folder, head) else { return .unknown }
    if let place = Self.place(at: head.path, head.identity) { return place }
    // It may have another name by now.
    guard let recordings = recordings(in: parts.folder, folder) else { return .unknown }
    guard let name = recordings[head.identity] else { return .gone(path: head.path) }
    return Self.place(at: parts.typed + name, head.identity) ?? .unknown
  }

  /// Nil where the recording is not there, or is another user's.
  private static func place(at path: String, _ identity: [UInt8]) -> Place? {
    let parts = PathParts(path)
    guard let folder = try? HeldFolder(path: parts.folder), let file = folder.ownFile(parts.name),
      file.identity == identity
    else { return nil }
    return file.isSealed ? .complete(path: path) : .unended(path: path)
  }

  /// Whether it is the very folder: another view of the machine has another one of the same name.
  private static func isSame(_ folder: borrowing HeldFolder, _ head: StagingHead) -> Bool {
    var status = stat()
    return fstat(folder.descriptor, &status) == 0 && UInt64(status.st_dev) == head.device
      && UInt64(status.st_ino) == head.number
  }

  /// Whether the folder was deleted: it is not there, and what it lay in is on the same device.
  private static func isDeleted(_ path: String, _ head: StagingHead) -> Bool {
    var status = stat()
    guard path.hasPrefix("/"), stat(path, &status) != 0, errno == ENOENT else { return false }
    var above = path.split(separator: "/")
    while !above.isEmpty {
      above.removeLast()
      if stat("/" + above.joined(separator: "/"), &status) == 0 {
        return UInt64(status.st_dev) == head.device
      }
      if errno != ENOENT { return false }
    }
    return false
  }

  /// The names of the recordings in a folder, whoever owns them; nil where nobody can say.
  private mutating func recordings(
    in path: String, _ folder: borrowing HeldFolder
  ) -> [[UInt8]: String]? {
    if let known = known[path] { return known }
    let names = folder.names
    var recordings: [[UInt8]: String]? = names.count > Self.mostNames || !folder.isReadable ? nil : [:]
    for name in names where recordings != nil {
      var status = stat()
      let descriptor = rx_file_open(folder.descriptor, name, Int32(RX_NOT_LAST), O_RDONLY, &status)
      if descriptor == -EACCES { recordings = name.hasSuffix(".rxtrace") ? nil : recordings }
      guard descriptor >= 0 else { continue }
      let file = HeldFile(holding: descriptor, status)
      let identity = file.identity
      if !identity.isEmpty { recordings?[identity] = name }
    }
    known[path] = recordings
    return recordings
  }
}
