import Glibc
import ProcessInspection
import TraceFormat

/// The memory in which recorders keep staging files: a folder into which everybody may write.
///
/// A file there is taken for a recording's staging file when it is an ordinary one of this user's, under the
/// name that belongs to the recording's identity, and says the same of itself.
struct StagingMemory: ~Copyable {
  let folder: HeldFolder

  /// Nil where this machine has none.
  init?() {
    guard let folder = try? HeldFolder(path: StagingLayout.memory.folder) else { return nil }
    self.folder = folder
  }

  static func name(of identity: [UInt8]) -> String? {
    StagingLayout.memoryPath(of: identity).map { PathParts($0).name }
  }

  /// The staging file of a recording; nil where there is none that is this user's.
  func file(of identity: [UInt8]) -> HeldFile? {
    guard let name = Self.name(of: identity), let file = folder.ownFile(name), file.isStaging(of: identity)
    else { return nil }
    return file
  }

  /// Deletes the staging file of a recording.
  func discard(_ identity: [UInt8]) {
    guard let name = Self.name(of: identity), let file = file(of: identity) else { return }
    folder.remove(name, file.status)
  }
}

extension HeldFile {
  /// Whether it says that it is the staging file of that recording.
  func isStaging(of identity: [UInt8]) -> Bool {
    let head = bytes(count: StagingLayout.headSize)
    return identity.count == 16 && head.starts(with: StagingLayout.magic)
      && head.dropFirst(StagingLayout.Head.identity).starts(with: identity)
  }

  /// The identity of the recording that it is; empty where it is none, or a damaged one.
  var identity: [UInt8] {
    guard isRecording else { return [] }
    let short = RecordingHeader.identity(in: bytes(count: 1 << 16))
    return short.isEmpty
      ? RecordingHeader.identity(in: bytes(count: Int(RecordingHeader.maximumSize))) : short
  }

  var isRecording: Bool { bytes(count: RecordingHeader.magic.count) == RecordingHeader.magic }

  /// Whether it ends as a recording does that was ended in good order.
  var isSealed: Bool {
    let end = ChunkIndex.trailerMagic
    return bytes(at: max(0, Int(status.st_size) - end.count), count: end.count) == end
  }
}
