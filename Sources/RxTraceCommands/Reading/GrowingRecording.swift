import Glibc
import TraceFormat

/// A recording whose program may be running: it is read again and again, each time up to a moment that has just passed.
struct GrowingRecording {
  /// As it was read last.
  private(set) var recording: Recording
  /// The times of the records that were not told before.
  private(set) var part: ClosedRange<UInt64>
  /// Whether there is nothing more to come.
  private(set) var isLast: Bool
  private var cost: UInt64 = 0

  /// What threads do at the same time is not seen at the same time: so long nothing is told of it.
  private static let delay: UInt64 = 100_000_000

  init(_ recording: Recording) throws(CommandFailure) {
    guard !recording.path.isEmpty else {
      throw CommandFailure("standard input does not grow; name a file to follow", status: ExitStatus.usage)
    }
    self.recording = recording
    isLast = recording.isSealed
    part = 0...(isLast ? .max : MonotonicClock.now - Self.delay)
  }

  /// When the last reading ended, on the recording's clock; the recording's own end once there is nothing more to come.
  var readAt: UInt64 { isLast ? recording.timeRange.upperBound : part.upperBound }

  /// How long to wait before it is read again: `milliseconds`, or so long that reading takes a tenth of the time.
  func pause(atLeast milliseconds: Int) -> Int { max(milliseconds, Int(9 * cost / 1_000_000)) }

  /// The recording at `path`, once there is one with something in it.
  init?(startedAt path: String) throws(CommandFailure) {
    let recording: Recording
    do {
      recording = try Recording.open(path)
    } catch {
      switch error {
      case .missing, .empty, .cutHeader: return nil
      default: throw CommandFailure("\(error)", status: ExitStatus.unreadableInput)
      }
    }
    try self.init(recording)
  }

  /// Reads it again, up to its program's end where that has come.
  mutating func readAgain() throws(CommandFailure) {
    // Looked at before: what it did until its end is then in what is read.
    try readAgain(isOver: WritingProcess.isGone(recording.header))
  }

  /// Waits a moment and reads it again. False when the program has ended and all of it was read.
  mutating func wait(atLeast milliseconds: Int) throws(CommandFailure) -> Bool {
    guard !isLast else { return false }
    usleep(UInt32(clamping: pause(atLeast: milliseconds) * 1000))
    try readAgain()
    return true
  }

  /// Reads it again. `isOver` says that its program had ended before.
  mutating func readAgain(isOver: Bool) throws(CommandFailure) {
    guard !isLast else { return }
    let began = MonotonicClock.now
    let identity = recording.header.identity
    do {
      recording = try Recording.open(recording.path)
    } catch {
      throw CommandFailure("\(error)", status: ExitStatus.unreadableInput)
    }
    guard recording.header.identity == identity else {
      throw CommandFailure(
        "\(recording.path.visible) is another recording now; the one that was followed has another name",
        status: ExitStatus.unreadableInput)
    }
    isLast = recording.isSealed || isOver
    let end = isLast ? .max : began - Self.delay
    part = (part.upperBound + 1)...max(part.upperBound + 1, end)
    cost = MonotonicClock.now - began
  }
}
