import CRecorder
import Glibc
import TraceFormat

/// Staging files of older recordings: memory that only a later process gives back.
///
/// A file is touched only if it is this user's and its head says that it is the recording's staging file. A
/// link only says that there is a staging file in memory, which is found by the recording's identity.
struct OlderStaging {
  let files: OlderFiles

  /// A larger one stays in memory: the program waits while it is copied.
  private static let mostCopied = 32 << 20
  /// A folder with more names is not searched for recordings.
  private static let mostNames = 2000

  private var thread: FileThread { files.thread }
  private var deadline: UInt64 { files.deadline }

  /// Waits, 0.5 s at most, until the recorder's process of a killed program has completed the recording: it
  /// holds the staging file's lock until then.
  func waitForCompletion(of path: String, _ identity: [UInt8]) {
    guard identity.count == 16 else { return }
    for _ in 0..<50 {
      guard StagingLayout.paths(of: path).contains(where: { isHeld(at: $0, identity) }) else { return }
      rx_files_pause(10_000_000)
    }
  }

  private func isHeld(at name: String, _ identity: [UInt8]) -> Bool {
    let text = files.ownLink(at: name)
    if let text, text != StagingLayout.memoryPath(of: identity) { return false }
    guard isStaging(at: text ?? name, identity) else { return false }
    do throws(ErrorNumber) {
      _ = try files.withOwn(text ?? name) { file, _ throws(ErrorNumber) in
        try thread.perform(RX_LOCK, file, Int(LOCK_SH | LOCK_NB), until: deadline)
      }
      return false
    } catch {
      return error.number == EWOULDBLOCK
    }
  }

  /// Gives the staging file the name that belongs to its recording's new name. A staging file in memory
  /// becomes a file beside the recording. If the recording is complete, the staging file is deleted instead;
  /// a process that still reads it has it open.
  func move(from path: String, to name: String, _ identity: [UInt8], isComplete: Bool) {
    guard identity.count == 16 else { return }
    for (old, new) in zip(StagingLayout.paths(of: path), StagingLayout.paths(of: name)) {
      if let text = files.ownLink(at: old) {
        guard text == StagingLayout.memoryPath(of: identity), isStaging(at: text, identity) else { continue }
        if isComplete || copy(text, to: new) {
          files.unlink(text)
          files.unlink(old)
          continue
        }
      } else if !isStaging(at: old, identity) {
        continue
      } else if isComplete {
        files.unlink(old)
        continue
      }
      try? OwnFile.rename(old, to: new, replacing: false, thread, until: deadline)
    }
  }

  /// Frees the memory of recordings that were called `path` and are gone: their links are left. One that has
  /// another name in the folder by now keeps its staging file.
  func releaseOrphans(of path: String) {
    var identities: Set<[UInt8]>?
    for link in StagingLayout.paths(of: path) {
      guard let text = files.ownLink(at: link), StagingLayout.isInMemory(text) else { continue }
      do throws(ErrorNumber) {
        let identity = try abandoned(at: text)
        identities = identities ?? recordings(besides: path)
        guard let identities, !identities.contains(identity) else { continue }
        files.unlink(text)
        files.unlink(link)
      } catch {
        // The memory is gone, as it goes when the machine does: so may the link.
        if error.number == ENOENT { files.unlink(link) }
      }
    }
  }

  /// The identity in a staging file in memory. Throws unless the file is a staging file and its process is
  /// gone.
  private func abandoned(at path: String) throws(ErrorNumber) -> [UInt8] {
    try files.withOwn(path) { file, _ throws(ErrorNumber) in
      let head = try files.read(file, StagingLayout.headSize)
      let identity = Array(head.dropFirst(StagingLayout.Head.identity).prefix(16))
      guard head.starts(with: StagingLayout.magic), StagingLayout.memoryPath(of: identity) == path else {
        throw ErrorNumber(EINVAL)
      }
      // Others that look at the same moment do so with a shared lock as well.
      try thread.perform(RX_LOCK, file, Int(LOCK_SH | LOCK_NB), until: deadline)
      return identity
    }
  }

  /// The identities of the recordings in the folder; nil if they cannot be found out.
  private func recordings(besides path: String) -> Set<[UInt8]>? {
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    guard let names = files.names(in: folder, most: Self.mostNames) else { return nil }
    var identities: Set<[UInt8]> = []
    for name in names {
      let identity = try? files.withOwn(folder + name) { file, _ throws(ErrorNumber) -> [UInt8] in
        let start = try files.read(file, RecordingHeader.magic.count)
        guard start == RecordingHeader.magic else { return [] }
        return RecordingHeader.identity(in: try files.read(file, OlderRecording.headerRoom))
      }
      if let identity, !identity.isEmpty { identities.insert(identity) }
    }
    return identities
  }

  private func isStaging(at path: String, _ identity: [UInt8]) -> Bool {
    let isIts = try? files.withOwn(path) { file, _ throws(ErrorNumber) -> Bool in
      let head = try files.read(file, StagingLayout.headSize)
      return head.starts(with: StagingLayout.magic)
        && head.dropFirst(StagingLayout.Head.identity).starts(with: identity)
    }
    return isIts == true
  }

  /// Copies a staging file out of memory. Its empty parts become holes.
  private func copy(_ path: String, to new: String) -> Bool {
    let made = try? files.withOwn(path) { file, status throws(ErrorNumber) -> OwnFile in
      let size = Int(status.st_size)
      guard size <= Self.mostCopied else { throw ErrorNumber(EFBIG) }
      let target = try OwnFile(new, mode: 0o400, thread, until: deadline)
      do throws(ErrorNumber) {
        try thread.perform(RX_TRUNCATE, Int(target.descriptor), size, until: deadline)
        var offset = 0
        while offset < size {
          let part = try files.read(file, min(1 << 16, size - offset), at: offset)
          guard !part.isEmpty else { throw ErrorNumber(EIO) }
          if part.contains(where: { $0 != 0 }) { try write(part, to: target, at: offset) }
          offset += part.count
        }
      } catch {
        target.remove(until: FileThread.deadline(in: FileThread.patience))
        files.close(Int(target.descriptor))
        throw error
      }
      return target
    }
    if let made { files.close(Int(made.descriptor)) }
    return made != nil
  }

  private func write(_ part: [UInt8], to target: OwnFile, at offset: Int) throws(ErrorNumber) {
    let room = UnsafeMutableRawPointer.allocate(byteCount: part.count, alignment: 8)
    defer { if !thread.isStuck { room.deallocate() } }
    room.copyMemory(from: part, byteCount: part.count)
    try target.write(room, part.count, at: offset, until: deadline)
  }
}
