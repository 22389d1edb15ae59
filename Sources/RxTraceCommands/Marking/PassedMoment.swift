import ArgumentParser
import Glibc
import TraceAnalysis
import TraceFormat

/// A moment that has passed, as it is typed for a mark: `5s` or `+5s` from the recording's start, `-2s` from
/// its end or from now while it is written, or the time that a clock showed, `12:03:04.5`.
enum PassedMoment: Hashable {
  case afterStart(DurationArgument)
  case beforeEnd(DurationArgument)
  case clock(ClockTime)

  /// For an option.
  static func moment(_ text: String) throws -> PassedMoment {
    switch MomentArgument(argument: text) {
    case .afterStart(let length)?: return .afterStart(length)
    case .beforeEnd(let length)?: return .beforeEnd(length)
    case .mark?, nil: break
    }
    if let time = ClockTime(text) { return .clock(time) }
    throw ValidationError(
      "'\(text.visible)' is no moment; type it as 5s (from the start), -2s (from the end, or from now), 12:03:04.5 or "
        + "12:03:04Z.")
  }

  /// On the recording's clock; nil where it lies outside of `span`.
  ///
  /// The time of a clock is counted from its time when the recording began. If the clock was set anew since
  /// then, the moment is wrong by as much.
  func time(in span: ClosedRange<UInt64>, of header: RecordingHeader) -> UInt64? {
    let length = span.upperBound - span.lowerBound
    switch self {
    case .afterStart(let distance):
      return distance.nanoseconds <= length ? span.lowerBound + distance.nanoseconds : nil
    case .beforeEnd(let distance):
      return distance.nanoseconds <= length ? span.upperBound - distance.nanoseconds : nil
    case .clock(let time):
      let began = header.startedWallClock
      let (ended, overflow) = began.addingReportingOverflow(length)
      guard began > 0, !overflow, let found = time.last(upTo: ended), found >= began else { return nil }
      return span.lowerBound + (found - began)
    }
  }

  /// The text to type instead.
  func hint(_ span: ClosedRange<UInt64>, of header: RecordingHeader, runs: Bool) -> String {
    let length = span.upperBound - span.lowerBound
    let unit = TimeUnit(for: length)
    let text = unit.named(length)
    switch self {
    case .clock where header.startedWallClock == 0:
      return "the recording does not say the time of the clock when it began; type 0s to \(text)"
    case .clock(let time):
      let (end, overflow) = header.startedWallClock.addingReportingOverflow(length)
      let times = [header.startedWallClock, overflow ? .max : end].map(time.text)
      return "the recording \(runs ? "runs" : "ran") from \(times[0]) to \(runs ? "now, " : "")\(times[1])"
    case .afterStart, .beforeEnd:
      return "the recording \(runs ? "has run for" : "is") \(text)\(runs ? "" : " long")"
    }
  }
}
