import Glibc
import ProcessInspection
import Synchronization
import TraceAnalysis
import TraceFormat

/// Gives back the memory of staging files that killed programs have left.
///
/// A file whose process is gone is deleted where its recording is complete or is gone as well. Where the
/// recording was never ended, it is completed with the file. A file whose recording cannot be found (the
/// folder is not to be seen from here) or written (the disk is full) stays, up to `mostBytes`, the newest.
enum StagingSweep {
  /// The rest: staging files of ended programs.
  struct Remains: Hashable {
    var files = 0
    var bytes: UInt64 = 0

    /// `3 staging files of programs that are gone hold 1.5 MiB in /dev/shm, of at most 128 MiB`; nil for
    /// none.
    var sentence: String? {
      guard files > 0 else { return nil }
      return "\(plural(files, "staging file")) of programs that are gone \(files == 1 ? "holds" : "hold") "
        + "\(ByteCount(bytes: bytes)) in \(StagingLayout.memory.folder), of at most "
        + "\(ByteCount(bytes: StagingSweep.mostBytes))"
    }
  }

  static let mostBytes: UInt64 = 128 << 20

  /// The recordings that this run has opened, and where. They are there, whatever their staging files say.
  private static let opened = Mutex<[[UInt8]: String]>([:])

  static func note(_ identity: [UInt8], at path: String) {
    if identity.count == 16, !path.isEmpty { opened.withLock { $0[identity] = path } }
  }

  /// - Parameter limit: how many bytes may stay.
  @discardableResult
  static func run(limit: UInt64 = mostBytes) -> Remains {
    guard let memory = StagingMemory() else { return Remains() }
    let opened = opened.withLock { $0 }
    var folders = RecordingFolders()
    var left: [(name: String, place: String, status: stat)] = []
    for name in memory.folder.names
    where StagingLayout.isInMemory("\(StagingLayout.memory.folder)/\(name)") {
      guard let file = memory.folder.ownFile(name), let head = StagingHead(file, name: name), file.isAbandoned
      else { continue }
      switch folders.place(of: head, opened: opened[head.identity]) {
      case .complete(let path), .gone(let path):
        OwnStaging(head.identity, ofRecordingAt: path)?.discard()
        memory.discard(head.identity)
      case .unended(let path):
        // Where there is no room each command would try in vain.
        let outcome =
          hasRoom(besides: path, for: file.status.st_size) ? RecordingCompletion.complete(path) : .isWritten
        switch outcome {
        case .completed, .notNeeded: break
        default: left.append((name, path, file.status))
        }
      case .unknown:
        left.append((name, head.path, file.status))
      }
    }
    return limited(left, to: limit, in: memory)
  }

  private static func hasRoom(besides path: String, for size: off_t) -> Bool {
    var system = statvfs()
    guard statvfs(PathParts(path).folder, &system) == 0 else { return true }
    return UInt64(system.f_bavail) * UInt64(system.f_frsize) > UInt64(max(0, size))
  }

  private static func limited(
    _ left: [(name: String, place: String, status: stat)], to limit: UInt64,
    in memory: borrowing StagingMemory
  ) -> Remains {
    var remains = Remains()
    let newest = left.sorted {
      ($0.status.st_mtim.tv_sec, $0.status.st_mtim.tv_nsec) > (
        $1.status.st_mtim.tv_sec, $1.status.st_mtim.tv_nsec
      )
    }
    for (name, place, status) in newest {
      let bytes = UInt64(max(0, status.st_blocks)) * 512
      // A file without its recording's path may be of an earlier version, whose programs hold no lock.
      if remains.bytes + bytes > limit, !place.isEmpty, memory.folder.remove(name, status) {
        Output.note(
          "the newest events of \(place.visible) are given up: programs that are gone held more than "
            + "\(ByteCount(bytes: limit)) of memory")
        continue
      }
      remains.files += 1
      remains.bytes += bytes
    }
    return remains
  }
}

extension OwnStaging {
  /// Nil where the recording's folder is not to be opened.
  init?(_ identity: [UInt8], ofRecordingAt path: String) {
    let parts = PathParts(path)
    guard let folder = try? HeldFolder(path: parts.folder) else { return nil }
    self.init(in: folder, of: parts.name, identity)
  }
}

/// A staging file's facts about its recording.
struct StagingHead {
  let identity: [UInt8]
  /// As it was made; empty where that is not known.
  let path: String
  let device: UInt64
  let number: UInt64

  /// Nil for what is no staging file, or not the one that has this name.
  init?(_ file: borrowing HeldFile, name: String) {
    let head = file.bytes(count: StagingLayout.headSize)
    guard head.count == StagingLayout.headSize, head.starts(with: StagingLayout.magic) else { return nil }
    func word(_ offset: Int, _ size: Int) -> UInt64 {
      head[offset..<(offset + size)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    identity = Array(head[StagingLayout.Head.identity..<(StagingLayout.Head.identity + 16)])
    guard StagingMemory.name(of: identity) == name else { return nil }
    device = word(StagingLayout.Head.folderDevice, 8)
    number = word(StagingLayout.Head.folderNumber, 8)
    let length = Int(word(StagingLayout.Head.pathLength, 4))
    let room = head.count - StagingLayout.Head.path
    path =
      length > room
      ? ""
      : String(decoding: head[StagingLayout.Head.path..<(StagingLayout.Head.path + length)], as: UTF8.self)
  }
}
