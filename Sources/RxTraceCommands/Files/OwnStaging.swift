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

  /// Puts the file beside the recording once nobody writes to it any more: memory goes when the machine does. Says whether it
  /// is there.
  @discardableResult
  func bringHome() -> Bool {
    guard let memory = StagingMemory(), let file = memory.file(of: identity), file.isAbandoned,
      let name = StagingMemory.name(of: identity)
    else { return false }
    let path = StagingLayout.memoryPath(of: identity)
    let names = StagingLayout.paths(of: recording)
    let link = names.first { folder.ownLink($0) == path }
    guard let home = link ?? names.first(where: { folder.status(of: $0) == nil }) else { return false }
    let new = "\(home).\(getpid()).new"
    guard let copy = try? folder.newFile(new, mode: 0o600) else { return false }
    guard file.copy(to: copy), put(new, in: home, replacing: link != nil), folder.has(home, copy.status)
    else {
      folder.remove(new, copy.status)
      return false
    }
    memory.folder.remove(name, file.status)
    return true
  }

  private func put(_ new: String, in home: String, replacing: Bool) -> Bool {
    if replacing { return renameat(folder.descriptor, new, folder.descriptor, home) == 0 }
    return (try? folder.rename(new, to: home)) != nil
  }
}

extension HeldFile {
  /// Copies all of it; what is empty of it becomes a hole.
  fileprivate func copy(to target: borrowing HeldFile) -> Bool {
    let size = Int(status.st_size)
    guard ftruncate(target.descriptor, off_t(size)) == 0 else { return false }
    var offset = 0
    while offset < size {
      let part = bytes(at: offset, count: min(1 << 16, size - offset))
      guard !part.isEmpty else { return false }
      guard part.allSatisfy({ $0 == 0 }) || target.write(part, at: offset) else { return false }
      offset += part.count
    }
    return true
  }

  private func write(_ part: [UInt8], at offset: Int) -> Bool {
    var done = 0
    while done < part.count {
      let written = part.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress! + done, part.count - done, off_t(offset + done))
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return false }
      done += written
    }
    return true
  }
}
