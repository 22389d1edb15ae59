import CFiles
import Glibc
import ProcessInspection
import TraceFormat

/// The recording of a process that goes on, to be copied.
struct RunningRecording: ~Copyable {
  /// How long the recorder's process is waited for, in hundredths of a second. It outlives the program for a
  /// moment, and completes the recording.
  private static let patience = 300

  private let place: RecordingPlace
  private let file: HeldFile
  /// Keeps the place open, if it is in another mount namespace.
  private let process: RecordingOfProcess

  /// Opens the file: the process may delete its name at the end.
  init(_ process: RecordingOfProcess) throws(CommandFailure) {
    place = process.place
    self.process = process
    var status = stat()
    let descriptor = rx_file_open(AT_FDCWD, place.path, Int32(RX_NOT_LAST), O_RDONLY, &status)
    guard descriptor >= 0 else {
      throw CommandFailure(
        "cannot read \(place.name.shellWord): \(SystemError(-descriptor))", status: ExitStatus.unreadableInput
      )
    }
    file = HeldFile(holding: descriptor, status)
  }

  /// Writes the recording to its destination, and deletes the original if the process has left it. If the
  /// process has not ended it, the copy has the records of the staging file as well.
  ///
  /// - Parameter hasEnded: whether the process has ended, or runs another program.
  func copy(to destination: RecordingDestination, hasEnded: Bool) throws(CommandFailure) {
    for _ in 0..<Self.patience where hasEnded && !isComplete { usleep(10_000) }
    do throws(SystemError) {
      let target = PathParts(destination.absolutePath)
      let folder = try HeldFolder(path: target.folder)
      let hidden = ".rxtrace-\(getpid())"
      guard let new = try folder.newFile(hidden, mode: 0o600) else { throw SystemError(EEXIST) }
      do throws(SystemError) {
        try copy(to: new)
        try copyMarks(besides: target.name, in: folder)
        try place(hidden, as: target.name, in: folder, replacing: destination.replacesExisting)
      } catch {
        folder.remove(hidden, new.status)
        throw error
      }
    } catch {
      throw CommandFailure(
        "cannot record to \(destination.path.shellWord): \(error); \(remains)",
        status: ExitStatus.cannotWrite)
    }
    removeOriginal()
  }

  private func place(
    _ hidden: String, as name: String, in folder: borrowing HeldFolder, replacing: Bool
  ) throws(SystemError) {
    guard replacing else { return try folder.rename(hidden, to: name) }
    guard renameat(folder.descriptor, hidden, folder.descriptor, name) == 0 else { throw .last }
  }

  /// Moves the marks from outside that were made meanwhile. The marks of an older recording of that name are
  /// deleted.
  private func copyMarks(
    besides name: String, in folder: borrowing HeldFolder
  ) throws(SystemError) {
    OutsideMarksFile.remove(besides: name, in: folder)
    let original = PathParts(place.path)
    let held = try? place.isForeign ? HeldFolder(reached: original.folder) : HeldFolder(path: original.folder)
    guard let held, let status = OutsideMarksFile.status(besides: original.name, in: held),
      let file = held.ownFile(OutsideMarks.name(of: original.name)),
      let new = try folder.newFile(OutsideMarks.name(of: name), mode: 0o600)
    else { return }
    if let error = new.write(file.bytes(count: Int(status.st_size)), at: 0) { throw error }
    OutsideMarksFile.remove(besides: original.name, in: held)
  }

  /// The staging file comes first. So a record that the process moves into the recording meanwhile is in
  /// both, and readers take it once.
  private func copy(to new: borrowing HeldFile) throws(SystemError) {
    var kept: [[UInt8]] = []
    if !isComplete, let staging = (try? Recording.open(place))?.stagingPath {
      _ = KeptStaging.write(fileAt: staging) {
        kept.append($0)
        return true
      }
    }
    var offset = try copyFile(to: new)
    if kept.isEmpty { return }
    if isComplete {
      // The process has ended it meanwhile.
      _ = try copyFile(to: new)
      return
    }
    for bytes in kept {
      if let error = new.write(bytes, at: offset) { throw error }
      offset += bytes.count
    }
  }

  /// The fate of the recording if it could not be copied. A process that has ended its recording deletes the
  /// file.
  private var remains: String {
    var status = stat()
    let isThere = fstat(file.descriptor, &status) == 0 && status.st_nlink > 0
    return isThere ? "the recording is \(place.name.shellWord)" : "the recording is lost"
  }

  /// Returns the number of bytes.
  private func copyFile(to new: borrowing HeldFile) throws(SystemError) -> Int {
    var offset = 0
    while true {
      let bytes = file.bytes(at: offset, count: 1 << 20)
      if bytes.isEmpty { break }
      if let error = new.write(bytes, at: offset) { throw error }
      offset += bytes.count
    }
    guard ftruncate(new.descriptor, off_t(offset)) == 0 else { throw .last }
    return offset
  }

  /// Whether the file alone has all records.
  private var isComplete: Bool {
    let path = "/proc/self/fd/\(file.descriptor)"
    if (try? RecordingHead(path: path))?.isSealed == true { return true }
    guard let now = try? Recording.open(path) else { return false }
    return now.isCompleted
  }

  /// Of a process that has ended, or has not answered. Another user's file stays.
  private func removeOriginal() {
    guard isComplete, HeldFolder.isOwn(file.status), !place.isForeign else { return }
    let parts = PathParts(place.path)
    guard let folder = try? HeldFolder(path: parts.folder) else { return }
    folder.remove(parts.name, file.status)
  }
}
