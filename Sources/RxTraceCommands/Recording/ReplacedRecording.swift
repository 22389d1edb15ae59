import Glibc
import ProcessInspection
import TraceFormat

/// An older recording that a new one is to replace. It is out of the way while the program runs, and is back
/// in its place if nothing was recorded: a recording is never written over, for a reader may have it open.
///
/// Nothing is moved or deleted unless it is this user's, and a recording or part of one.
struct ReplacedRecording {
  private struct Aside {
    let name: String
    let aside: String
    let status: stat
  }

  /// The recording's folder, and its name there.
  private let parts: PathParts
  private let identity: [UInt8]
  /// The recording, the staging file beside it where it was never ended, and the marks that were made from
  /// outside.
  private let files: [Aside]

  /// Moves the recording at `path` aside, if there is one.
  init(at path: String) throws(CommandFailure) {
    parts = PathParts(path)
    do throws(Failure) {
      (identity, files) = try Self.movedAside(parts)
    } catch {
      throw CommandFailure("cannot replace \(path.shellWord): \(error)", status: ExitStatus.cannotWrite)
    }
  }

  /// Nothing to replace.
  init() { (parts, identity, files) = (PathParts(""), [], []) }

  private enum Failure: Error, CustomStringConvertible {
    case system(SystemError)
    case notOwn
    case isLink
    case isNoRecording

    var description: String {
      switch self {
      case .system(let error): "\(error)"
      case .notOwn: "it is another user's; name another file with -o"
      case .isLink: "it is a link; name the file that it leads to"
      case .isNoRecording: "it is no recording; delete it yourself, or name another file with -o"
      }
    }
  }

  private static func movedAside(
    _ parts: PathParts
  ) throws(Failure) -> (identity: [UInt8], files: [Aside]) {
    let folder: HeldFolder
    do { folder = try HeldFolder(path: parts.folder) } catch { throw .system(error) }
    guard let status = folder.status(of: parts.name) else { return ([], []) }
    guard HeldFolder.isOwn(status) else { throw .notOwn }
    if status.st_mode & S_IFMT == S_IFLNK { throw .isLink }
    guard let file = folder.ownFile(parts.name), file.isRecording || file.status.st_size == 0 else {
      throw .isNoRecording
    }
    let identity = file.identity
    var files: [Aside] = []
    do throws(SystemError) {
      files.append(try move(parts.name, file.status, in: folder))
      for name in StagingLayout.paths(of: parts.name) {
        guard let status = stagingStatus(name, identity, in: folder) else { continue }
        files.append(try move(name, status, in: folder))
      }
      if let marks = OutsideMarksFile.status(besides: parts.name, in: folder) {
        files.append(try move(OutsideMarks.name(of: parts.name), marks, in: folder))
      }
    } catch {
      putBack(files, in: folder)
      throw .system(error)
    }
    return (identity, files)
  }

  /// The status of a name, if it is the name of the recording's staging file or of the link to it.
  private static func stagingStatus(
    _ name: String, _ identity: [UInt8], in folder: borrowing HeldFolder
  ) -> stat? {
    if let text = folder.ownLink(name) {
      return text == StagingLayout.memoryPath(of: identity) ? folder.status(of: name) : nil
    }
    guard let file = folder.ownFile(name), file.isStaging(of: identity) else { return nil }
    return file.status
  }

  private static func move(
    _ name: String, _ status: stat, in folder: borrowing HeldFolder
  ) throws(SystemError) -> Aside {
    let aside = "\(name).replaced-\(getpid())"
    try folder.rename(name, to: aside)
    return Aside(name: name, aside: aside, status: status)
  }

  /// The new recording is there: the old one goes.
  func discard() {
    guard !files.isEmpty, let folder = try? HeldFolder(path: parts.folder) else { return }
    for file in files { folder.remove(file.aside, file.status) }
    StagingMemory()?.discard(identity)
  }

  /// There is no new recording: the old one is where it was.
  func putBack() {
    guard !files.isEmpty, let folder = try? HeldFolder(path: parts.folder) else { return }
    Self.putBack(files, in: folder)
  }

  private static func putBack(_ files: [Aside], in folder: borrowing HeldFolder) {
    for file in files where folder.has(file.aside, file.status) {
      do throws(SystemError) {
        try folder.rename(file.aside, to: file.name)
      } catch {
        Output.note("the older \(file.name.visible) is called \(file.aside.visible) now: \(error)")
      }
    }
  }
}
