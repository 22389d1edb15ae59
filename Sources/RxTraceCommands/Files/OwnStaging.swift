import Glibc
import ProcessInspection
import TraceFormat

/// The staging file of a recording of this user's, beside it or in memory.
struct OwnStaging: ~Copyable {
  private let folder: HeldFolder
  private let recording: String
  private let identity: [UInt8]

  /// - Parameter recording: the recording's name in `folder`.
  init(in folder: consuming HeldFolder, of recording: String, _ identity: [UInt8]) {
    self.folder = folder
    self.recording = recording
    self.identity = identity
  }

  /// Deletes it, wherever it is. Another file of that name stays.
  func discard() {
    for name in StagingLayout.paths(of: recording) {
      if let text = folder.ownLink(name) {
        guard text == StagingLayout.memoryPath(of: identity), let status = folder.status(of: name) else {
          continue
        }
        folder.remove(name, status)
      } else if let file = folder.ownFile(name), file.isStaging(of: identity) {
        folder.remove(name, file.status)
      }
    }
    StagingMemory()?.discard(identity)
  }

  /// Whether there is one.
  var isThere: Bool {
    guard let file = file() else { return false }
    return file.descriptor >= 0
  }

  /// Whether there is one, and somebody writes to it.
  var isHeld: Bool {
    guard let file = file() else { return false }
    return !file.isAbandoned
  }

  /// Whether it is in memory, and no file beside the recording.
  var isInMemory: Bool {
    guard let file = fileBeside() else { return true }
    return file.descriptor < 0
  }

  /// Deletes it, unless somebody writes to it. Of a file that is gone a link may be left.
  func discardAbandoned() { if !isHeld { discard() } }

  /// Whether a path still leads to the recording with this status.
  func isOf(_ path: String, _ status: stat) -> Bool {
    PathParts(path).name == recording && folder.has(recording, status)
  }

  /// Writes the chunks in which a recording keeps it, one by one. False where that fails.
  func write(_ write: ([UInt8]) -> Bool) -> Bool {
    guard let file = file() else { return false }
    return KeptStaging.write(fileAt: "/proc/self/fd/\(file.descriptor)", write)
  }

  private func file() -> HeldFile? {
    if let file = fileBeside() { return file }
    return StagingMemory()?.file(of: identity)
  }

  private func fileBeside() -> HeldFile? {
    for name in StagingLayout.paths(of: recording) {
      if let file = folder.ownFile(name), file.isStaging(of: identity) { return file }
    }
    return nil
  }
}
