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

  init(beside path: String) {
    guard !path.isEmpty else {
      files = []
      return
    }
    let end = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let (typed, name) = (String(path[..<end]), String(path[end...]))
    files = FolderListing.names(in: typed.isEmpty ? "." : typed).sorted().compactMap { other in
      guard Self.isOlder(other, than: name) else { return nil }
      var status = stat()
      guard lstat(typed + other, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        Self.isRecording(typed + other)
      else { return nil }
      return File(path: typed + other, size: UInt64(max(0, status.st_size)))
    }
  }

  /// Deletes them, and what of them lies elsewhere.
  func remove() throws(CommandFailure) {
    for file in files {
      let staging = file.path + ".stage"
      StagingLink(at: staging)?.discardTarget()
      unlink(staging)
      OutsideMarksFile(besides: file.path)?.remove()
      guard unlink(file.path) == 0 else {
        throw CommandFailure(
          "cannot remove \(file.path.shellWord): \(SystemError.last)", status: ExitStatus.cannotWrite)
      }
    }
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

  private static func isRecording(_ path: String) -> Bool {
    guard let file = try? FileBytes(path: path) else { return false }
    return file.read(at: 0, count: UInt64(RecordingHeader.magic.count)) == RecordingHeader.magic
  }
}
