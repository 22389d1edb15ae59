import CSignalProbes
import Glibc
import TraceFormat

/// The place of the staging file: in a file system in memory, with a link beside the recording, or else
/// beside the recording.
///
/// A store into a mapped file of a disk waits if the disk hangs. A store into memory never waits, and the
/// memory outlives the program as well. But a file system in memory that was mounted for the program or its
/// container alone goes with it. Then the file is beside the recording. It is also there if the recording
/// itself is in memory.
struct StagingPlace {
  let file: OwnFile
  let link: OwnFile?
  /// Later calls may only read the file. Its maker writes, because it has the file open.
  private static let mode = 0o400

  /// The name beside the recording.
  var name: String { link?.path ?? file.path }

  init(
    besides path: String, identity: [UInt8], _ thread: FileThread, until deadline: UInt64
  ) throws(ErrorNumber) {
    if try Self.prefersMemory(to: path, thread, deadline),
      let place = Self.inMemory(path, identity, thread, deadline)
    {
      self = place
    } else {
      link = nil
      isInMemory = false
      file = try Self.firstFree(path) { name throws(ErrorNumber) in
        try OwnFile(name, mode: Self.mode, thread, until: deadline)
      }
    }
  }

  private init(file: OwnFile, link: OwnFile) {
    self.file = file
    self.link = link
    isInMemory = true
  }

  /// Whether the file system is in memory.
  let isInMemory: Bool

  /// Deletes this recording's file and link, before the recorder's process does.
  func remove(until deadline: UInt64) {
    link?.remove(until: deadline)
    file.remove(until: deadline)
  }

  private static func inMemory(
    _ recording: String, _ identity: [UInt8], _ thread: FileThread, _ deadline: UInt64
  ) -> StagingPlace? {
    guard let path = StagingLayout.memoryPath(of: identity),
      let file = try? OwnFile(path, mode: mode, thread, until: deadline)
    else { return nil }
    let link = try? firstFree(recording) { name throws(ErrorNumber) in
      try OwnFile(linkTo: file, at: name, thread, until: deadline)
    }
    guard let link else {
      file.remove(until: deadline)
      return nil
    }
    return StagingPlace(file: file, link: link)
  }

  /// A file of that name belongs to another recording: then another name is taken.
  private static func firstFree(
    _ path: String, _ make: (String) throws(ErrorNumber) -> OwnFile
  ) throws(ErrorNumber) -> OwnFile {
    var last = ErrorNumber(EEXIST)
    for name in StagingLayout.paths(of: path) {
      do { return try make(name) } catch { last = error }
      guard last.number == EEXIST else { break }
    }
    throw last
  }

  private static func prefersMemory(
    to path: String, _ thread: FileThread, _ deadline: UInt64
  ) throws(ErrorNumber) -> Bool {
    func fileSystem(of path: String) throws(ErrorNumber) -> Int64 {
      do throws(ErrorNumber) {
        return try OwnFile.withPath(path, thread, deadline) { path throws(ErrorNumber) in
          try thread.fileSystem(of: path, until: deadline)
        }
      } catch {
        // A path that does not exist is on no file system. A disk that does not answer is one.
        guard error.number != ETIMEDOUT else { throw error }
        return 0
      }
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    guard try fileSystem(of: StagingLayout.memory.folder) == FileSystem.memory else { return false }
    guard try fileSystem(of: folder) != FileSystem.memory else { return false }
    return outlivesProgram(StagingLayout.memory.folder, thread, deadline)
  }

  /// Whether the first process of the machine has the same file system at this path. Then the file system
  /// stays after the program and its container are gone. In a container the first process is the container's
  /// own, which ends with it.
  private static func outlivesProgram(_ path: String, _ thread: FileThread, _ deadline: UInt64) -> Bool {
    let facts = ProcessFacts(thread: thread, deadline: deadline)
    guard facts.isAmongAllProcesses, let mount = facts.status("\(path)/.") else { return false }
    // As the C library packs them.
    let (major, minor) = (mount.st_dev >> 8 & 0xfff, mount.st_dev & 0xff | mount.st_dev >> 12 & 0xfff00)
    let device = "\(major):\(minor)"
    // Number, parent, device, root, place; a mount that lies under another one is out of reach.
    let mounts = facts.text("/proc/1/mountinfo").split(separator: "\n").map { $0.split(separator: " ") }
    guard let top = mounts.last(where: { $0.count > 4 && $0[4] == path }) else { return false }
    return top[2] == device && top[3] == "/"
  }

  /// Numbers of <linux/magic.h>.
  private enum FileSystem {
    static let memory: Int64 = 0x0102_1994
  }
}
