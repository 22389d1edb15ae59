import CRecorder
import Glibc
import TraceFormat

/// The file at the place of a new recording.
///
/// A recording that has ended gets another name, with the time of its last write, so that it is not mistaken
/// for the new one. The recorder's process holds a lock on the file; when the process ends, the lock goes.
struct OlderRecording {
  private let path: String
  private let files: OlderFiles

  init(at path: String, _ thread: FileThread, until deadline: UInt64) {
    self.path = path
    files = OlderFiles(thread: thread, deadline: deadline)
  }

  private var thread: FileThread { files.thread }
  private var deadline: UInt64 { files.deadline }

  enum Outcome: Hashable {
    /// No file has the name.
    case nothing
    /// An older recording had the name, and now has the name `to`.
    case moved(to: String)
    /// A living process records to that file.
    case inProgress
    /// The file is no recording, or a recording that cannot be moved.
    case foreign
    /// The file is another user's.
    case notOwn
  }

  /// Throws if the path can never be a recording: a folder, a device or a pipe.
  func check() throws(TraceRecordingError) {
    guard let status = try? files.status(of: path, followingLinks: true) else { return }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG else { throw .notAFile(path: path, isFolder: kind == S_IFDIR) }
  }

  func makeWay() -> Outcome {
    do throws(ErrorNumber) {
      return try files.withOwn(path) { file, _ throws(ErrorNumber) in
        let start = try files.read(file, Self.headerRoom)
        guard start.starts(with: RecordingHeader.magic) else { return .foreign }
        do throws(ErrorNumber) {
          try thread.perform(RX_LOCK, file, Int(LOCK_EX | LOCK_NB), until: deadline)
        } catch {
          return error.number == EWOULDBLOCK ? .inProgress : .foreign
        }
        // Its program may have been killed just now, and its recorder's process may still be writing the
        // rest.
        let identity = RecordingHeader.identity(in: start)
        OlderStaging(files: files).waitForCompletion(of: path, identity)
        try thread.perform(RX_STATUS, file, Int(bitPattern: thread.status), until: deadline)
        let status = thread.status.pointee
        // Another process may have moved it meanwhile, and may record there now.
        guard try files.status(of: path).st_ino == status.st_ino else { return .inProgress }
        let end = ChunkIndex.trailerMagic
        let last = try files.read(file, end.count, at: max(0, Int(status.st_size) - end.count))
        return .moved(to: try move(status.st_mtim.tv_sec, identity, isComplete: last == end))
      }
    } catch {
      switch error.number {
      case ENOENT:
        OlderStaging(files: files).releaseOrphans(of: path)
        return .nothing
      case EACCES: return .notOwn
      default: return .foreign
      }
    }
  }

  /// Enough for the header that a recorder writes.
  static let headerRoom = 1 << 16

  /// Gives the recording a name after the time of its last write, and its staging file and its marks with it.
  private func move(
    _ modified: time_t, _ identity: [UInt8], isComplete: Bool
  ) throws(ErrorNumber) -> String {
    let word = Self.text(of: modified)
    for word in [word] + (2...99).map({ "\(word)-\($0)" }) {
      let name = RecordingName.beside(path, word)
      do throws(ErrorNumber) {
        try OwnFile.rename(path, to: name, replacing: false, thread, until: deadline)
      } catch {
        guard error.number == EEXIST else { throw error }
        continue
      }
      OlderStaging(files: files).move(from: path, to: name, identity, isComplete: isComplete)
      moveMarks(to: name)
      return name
    }
    throw ErrorNumber(EEXIST)
  }

  /// Moves the marks that were made from outside. Each line in their file names its recording, so lines of a
  /// recording that is gone do no harm.
  private func moveMarks(to name: String) {
    let (old, new) = (OutsideMarks.name(of: path), OutsideMarks.name(of: name))
    let isOurs = try? files.withOwn(old) { file, _ throws(ErrorNumber) in
      try files.read(file, MarkLine.beginning.count) == MarkLine.beginning
    }
    if isOurs == true { try? OwnFile.rename(old, to: new, replacing: false, thread, until: deadline) }
  }

  /// `20261121-073412`, in universal time. Counted here: the C library's functions for it take its lock on
  /// time zones, which a child finds locked for good if another thread of its parent had it.
  static func text(of seconds: time_t) -> String {
    let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    guard seconds >= 0, days < 2_932_897 else { return "older" }
    // Years that begin in March: the day that some of them lack is their last. 400 of them have 146,097 days.
    let (cycles, day) = (days + 719_468).quotientAndRemainder(dividingBy: 146_097)
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNextYear = month >= 10
    return padded(cycles * 400 + year + (isNextYear ? 1 : 0)) + padded(isNextYear ? month - 9 : month + 3)
      + padded(dayOfYear - (153 * month + 2) / 5 + 1) + "-" + padded(second / 3600) + padded(second / 60 % 60)
      + padded(second % 60)
  }

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
