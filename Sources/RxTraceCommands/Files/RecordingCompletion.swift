import CFiles
import Glibc
import ProcessInspection
import TraceFormat

/// Puts the newest records of a recording into its file, where a program has ended and left them in the
/// staging file.
///
/// Afterwards the recording needs no other file, and every answer about it is as before. Nothing in the file
/// is overwritten. The staging file goes only once the recording was read back with the same counts.
enum RecordingCompletion {
  enum Outcome: Equatable {
    /// The number of records that were moved.
    case completed(records: UInt64)
    /// The program has ended the recording, or somebody has completed it before.
    case notNeeded(isSealed: Bool)
    case noStaging
    /// Somebody still writes to it, or completes it at this moment.
    case isWritten
    /// It is a link, no ordinary file, or another user's.
    case notOwn
    /// It is of another machine, or of this one before it was started anew: its program may run there.
    case isElsewhere
    case failed(SystemError)
    /// The staging file is damaged, or the recording cannot be read.
    case unreadable
  }

  /// How long to wait for the recorder's process, in hundredths of a second. It outlives the program for a
  /// moment, and completes the recording itself.
  private static let patience = 300

  /// - Parameter isAsked: whether somebody has asked for just that: then a recording of another machine is
  ///   completed as well.
  static func complete(_ path: String, isAsked: Bool = false) -> Outcome {
    let parts = PathParts(path)
    guard let folder = try? HeldFolder(path: parts.folder) else { return .notOwn }
    var status = stat()
    let descriptor = rx_file_open(folder.descriptor, parts.name, Int32(RX_NOT_LAST), O_RDWR, &status)
    guard descriptor >= 0 else {
      return descriptor == -ELOOP || descriptor == -EINVAL ? .notOwn : .failed(SystemError(-descriptor))
    }
    let file = HeldFile(holding: descriptor, status)
    guard HeldFolder.isOwn(status) else { return .notOwn }
    let own = OwnStaging(in: folder, of: parts.name, file.identity)
    for _ in 0..<patience {
      guard own.isHeld, !file.isSealed else { break }
      usleep(10_000)
    }
    guard !own.isHeld else { return .isWritten }
    if file.isSealed {
      own.discard()
      return .notNeeded(isSealed: true)
    }
    return complete(path, file, own, isAsked: isAsked)
  }

  private static func complete(
    _ path: String, _ file: borrowing HeldFile, _ own: borrowing OwnStaging, isAsked: Bool
  ) -> Outcome {
    var status = stat()
    guard fstat(file.descriptor, &status) == 0, let recording = try? Recording.open(path),
      recording.header.identity == file.identity, own.isOf(path, status)
    else { return .unreadable }
    guard !recording.isSealed, !recording.isCompleted else {
      own.discardAbandoned()
      return .notNeeded(isSealed: recording.isSealed)
    }
    guard recording.stagingPath != nil else { return .noStaging }
    guard own.isThere else { return .notOwn }
    guard isAsked || !WritingProcess.isElsewhere(recording.header) else { return .isElsewhere }
    if case .running(_, holdsIt: true) = WritingProcess(of: recording.header, at: path) { return .isWritten }
    return append(own, to: file, status, of: recording)
  }

  /// Behind what the file holds; a chunk that it ends in keeps its room.
  private static func append(
    _ own: borrowing OwnStaging, to file: borrowing HeldFile, _ before: stat, of recording: Recording
  ) -> Outcome {
    // The lock is short: a start under the same name takes whoever has it for a program that records.
    guard flock(file.descriptor, LOCK_EX | LOCK_NB) == 0 else { return .isWritten }
    var status = stat()
    guard fstat(file.descriptor, &status) == 0, status.st_size == before.st_size else { return .isWritten }
    let size = Int(status.st_size)
    let ends = recording.chunks.filter { $0.place == .file }.map { Int(clamping: $0.offset + $0.length) }
    var offset = max(size, ends.max() ?? 0)
    var error: SystemError?
    // A limit of the file's size is an error like any other.
    let former = signal(SIGXFSZ, SIG_IGN)
    let isWritten = own.write { bytes in
      error = file.write(bytes, at: offset)
      offset += bytes.count
      return error == nil
    }
    signal(SIGXFSZ, former)
    if isWritten, error == nil, !own.isInMemory, fsync(file.descriptor) != 0 { error = .last }
    let isDone = isWritten && error == nil && holdsTheSame(file, recording)
    if !isDone { ftruncate(file.descriptor, off_t(size)) }
    // It is not newer than it was: other recordings may be.
    var times = [status.st_atim, status.st_mtim]
    futimens(file.descriptor, &times)
    flock(file.descriptor, LOCK_UN)
    guard isDone else { return error.map(Outcome.failed) ?? .unreadable }
    own.discard()
    return .completed(
      records: recording.chunks.filter { $0.place == .staging }.reduce(0) { $0 + UInt64($1.records) })
  }

  /// Whether the file alone says as much as the two did.
  private static func holdsTheSame(_ file: borrowing HeldFile, _ recording: Recording) -> Bool {
    guard let now = try? Recording.open("/proc/self/fd/\(file.descriptor)") else { return false }
    return now.isCompleted && now.header.identity == recording.header.identity
      && now.recordCount == recording.recordCount && now.lostCount == recording.lostCount
      && now.timeRange == recording.timeRange && now.unknownLoss == recording.unknownLoss
  }
}

extension HeldFile {
  /// Writes all of it; nil, or why that failed.
  func write(_ bytes: [UInt8], at offset: Int) -> SystemError? {
    var done = 0
    while done < bytes.count {
      let written = bytes.withUnsafeBytes {
        pwrite(descriptor, $0.baseAddress! + done, bytes.count - done, off_t(offset + done))
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return written < 0 ? .last : SystemError(EIO) }
      done += written
    }
    return nil
  }
}
