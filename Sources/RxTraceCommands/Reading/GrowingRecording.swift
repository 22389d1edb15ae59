import Glibc
import TraceFormat

/// A recording whose program may be running: it is read again and again, each time up to a moment that has
/// just passed.
struct GrowingRecording {
  /// As it was read last.
  private(set) var recording: Recording
  /// The times of the records that were not told before.
  private(set) var part: ClosedRange<UInt64>
  /// Whether there is nothing more to come.
  private(set) var isLast: Bool
  /// How long the last reading took, in nanoseconds.
  private(set) var cost: UInt64 = 0
  let place: RecordingPlace
  /// The process that writes it.
  let writer: WritingProcess
  /// The object that keeps the place open.
  private let process: RecordingOfProcess?

  /// Records that threads write at one moment do not become visible at one moment. So nothing is told about
  /// the last moments: this many nanoseconds.
  private static let delay: UInt64 = 100_000_000

  /// - Parameter process: The process that writes it and where it does, if that is known.
  init(_ recording: Recording, of process: RecordingOfProcess? = nil) throws(CommandFailure) {
    guard !recording.path.isEmpty else {
      throw CommandFailure("standard input does not grow; name a file to follow", status: ExitStatus.usage)
    }
    self.recording = recording
    self.process = process
    place = process?.place ?? RecordingPlace(recording.path)
    writer =
      process.map { .running($0.process, holdsIt: true) }
      ?? WritingProcess(of: recording.header, at: recording.path)
    isLast = recording.isSealed
    part = 0...(isLast ? .max : MonotonicClock.now - Self.delay)
  }

  /// When the last reading ended, on the recording's clock; the recording's own end once there is nothing
  /// more to come.
  var readAt: UInt64 { isLast ? recording.timeRange.upperBound : part.upperBound }

  /// How long to wait before it is read again, in milliseconds: `every`, or longer, so that reading takes a
  /// tenth of the time, but never more than three times `every`.
  static func pause(every: Int, cost: UInt64) -> Int {
    let (longest, isEndless) = every.multipliedReportingOverflow(by: 3)
    return min(max(every, Int(clamping: cost / 1_000_000 * 9)), isEndless ? .max : longest)
  }

  /// Waits so many milliseconds, or until the program has ended.
  func rest(milliseconds: Int) {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    while !isOver {
      let left = Int((end - ContinuousClock.now) / .milliseconds(1))
      guard left > 0 else { return }
      usleep(UInt32(clamping: min(left, Self.glance) * 1000))
    }
  }

  /// The time between two looks whether the program has ended, in milliseconds.
  static let glance = 100

  /// Whether the program has ended.
  var isOver: Bool { isLast || writer.isGone }

  /// The recording at `path`, once there is one with something in it.
  init?(startedAt path: String) throws(CommandFailure) {
    let recording: Recording
    do {
      recording = try Recording.open(path).withSourceLines()
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
    // The end is looked for first: then everything that the program did until its end is read.
    try readAgain(isOver: writer.isGone)
  }

  /// Waits a moment and reads it again. False when the program has ended and all of it was read.
  mutating func wait(atLeast milliseconds: Int) throws(CommandFailure) -> Bool {
    guard !isLast else { return false }
    rest(milliseconds: Self.pause(every: milliseconds, cost: cost))
    try readAgain()
    return true
  }

  /// Reads it again. `isOver` says that its program had ended before.
  mutating func readAgain(isOver: Bool) throws(CommandFailure) {
    guard !isLast else { return }
    let began = MonotonicClock.now
    let identity = recording.header.identity
    do {
      // At the end all of it is checked.
      recording = try Recording.open(place, after: isOver ? nil : recording)
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
