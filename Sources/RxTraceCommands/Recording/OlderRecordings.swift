import Glibc
import ProcessInspection
import TraceFormat

/// Recordings that gave their name up to a newer one: `app.20261121-073412.rxtrace` beside `app.rxtrace`.
struct OlderRecordings {
  struct File: Hashable {
    let path: String
    let size: UInt64
  }

  /// The oldest first.
  let files: [File]

  /// Their folder, as it was typed.
  private let parts: PathParts

  init(beside path: String) {
    parts = PathParts(path)
    guard !path.isEmpty, let folder = try? HeldFolder(path: parts.folder) else {
      files = []
      return
    }
    let (typed, name) = (parts.typed, parts.name)
    files = folder.names.sorted().compactMap { other in
      guard Self.isOlder(other, than: name), let status = folder.status(of: other),
        status.st_mode & S_IFMT == S_IFREG, Self.isRecording(other, in: folder)
      else { return nil }
      return File(path: typed + other, size: UInt64(max(0, status.st_size)))
    }
  }

  /// Deletes them, and what of them lies elsewhere. Another user's are left.
  func remove() throws(CommandFailure) {
    for file in files {
      do throws(SystemError) {
        try Self.remove(PathParts(file.path).name, in: try HeldFolder(path: parts.folder), parts.folder)
      } catch {
        let why =
          error.code == EACCES
          ? "it is another user's; only that user may remove it with rxtrace" : "\(error)"
        throw CommandFailure(
          "cannot remove \(file.path.shellWord): \(why)", status: ExitStatus.cannotWrite)
      }
    }
  }

  private static func remove(
    _ name: String, in folder: consuming HeldFolder, _ path: String
  ) throws(SystemError) {
    guard let file = folder.ownFile(name), file.isRecording else { throw SystemError(EACCES) }
    OutsideMarksFile.remove(besides: name, in: folder)
    guard folder.has(name, file.status) else { throw SystemError(ESTALE) }
    guard unlinkat(folder.descriptor, name, 0) == 0 else { throw .last }
    OwnStaging(in: folder, of: name, file.identity).discard()
  }

  /// Whether the name is that of `name` with a moment in it, as the recorder writes one.
  private static func isOlder(_ other: String, than name: String) -> Bool {
    for word in other.split(separator: ".") where RecordingName.beside(name, String(word)) == other {
      let parts = word.split(separator: "-", omittingEmptySubsequences: false)
      let lengths = parts.map(\.utf8.count)
      guard parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { continue }
      if lengths == [8, 6]
        || lengths.count == 3 && lengths.prefix(2) == [8, 6] && (1...2).contains(lengths[2])
      {
        return true
      }
    }
    return false
  }

  private static func isRecording(_ name: String, in folder: borrowing HeldFolder) -> Bool {
    guard let file = try? FileBytes(path: "/proc/self/fd/\(folder.descriptor)/\(name)") else { return false }
    return file.read(at: 0, count: UInt64(RecordingHeader.magic.count)) == RecordingHeader.magic
  }
}
