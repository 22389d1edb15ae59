import CSignalProbes
import Glibc
import TraceFormat

/// Where the staging file lies: in memory that is a file system, with a link beside the recording; else beside it.
///
/// A store into a mapped file of a disk waits when the disk hangs. It never does in memory, which outlives the program
/// as well. But the memory of a container goes with the container: there, and where the recording itself lies in
/// memory, the file is beside it.
struct StagingPlace {
  let file: OwnFile
  private let link: OwnFile?
  /// For reading alone, by anybody's next call: only its maker, who has it open, writes.
  private static let mode = 0o400

  /// What stands beside the recording.
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
      file = try Self.firstFree(path) { name throws(ErrorNumber) in
        try OwnFile(name, mode: Self.mode, thread, until: deadline)
      }
    }
  }

  private init(file: OwnFile, link: OwnFile) {
    self.file = file
    self.link = link
  }

  /// Deletes what is ours of it.
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

  /// What lies there already is somebody's: another name is taken.
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
    func kind(_ path: String) throws(ErrorNumber) -> Int64 {
      do throws(ErrorNumber) {
        return try OwnFile.withPath(path, thread, deadline) { path throws(ErrorNumber) in
          try thread.fileSystem(of: path, until: deadline)
        }
      } catch {
        // A path that is not there lies on none. A disk that does not answer is one.
        guard error.number != ETIMEDOUT else { throw error }
        return 0
      }
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    guard try kind(StagingLayout.memory.folder) == Kind.memory else { return false }
    guard try kind("/") != Kind.overlay else { return false }
    return try kind(folder) != Kind.memory
  }

  /// Numbers of <linux/magic.h>.
  private enum Kind {
    static let memory: Int64 = 0x0102_1994
    static let overlay: Int64 = 0x794c_7630
  }
}
