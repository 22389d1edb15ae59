/// The numbers that decide in several verdicts, checks or questions, each for one reason.
///
/// A number of one rule stands in the file of that rule, beside its description.
enum Thresholds {
  /// Two events that are nearer to each other are steps of one call: nobody waited between them. A pause that
  /// somebody means is longer, and a handle that goes sooner may never have been kept.
  static let atOnce = TimeLimit(milliseconds: 1)
  /// Events of other threads that come within this time after an end were on their way. A busy machine may
  /// keep a thread waiting for about so long.
  static let onTheWay = TimeLimit(milliseconds: 20)
  /// A busy machine may take the processor from a thread for so long.
  static let longestPause = TimeLimit(milliseconds: 100)
  /// Nobody waits longer for an end, unless the reader asks for it. 500 ms are long for a teardown, and short
  /// for a reader who stops a recording.
  static let longestSettle = TimeLimit(milliseconds: 500)
  /// In a short recording nobody waits longer than this part of it.
  static let settleParts: UInt64 = 10

  /// A program takes so long to come to its end.
  static let lastMoments = TimeLimit(milliseconds: 5)
  /// An orderly end takes so many times as long on a machine that has no time for it.
  static let slowerOrderlyEnd: UInt64 = 3
  /// A long program may take this part of its time to come to its end.
  static let lastParts: UInt64 = 20
  /// From the last act of a thread to the end of its program it takes no longer.
  static let longestEnd = TimeLimit(milliseconds: 50)

  /// Fewer of a kind that are left among many may be left by chance.
  static let fewestLeft = 3
  /// If so many of a kind have ended for each that is left, the few that are left are no kind of their own.
  static let manyEnded = 8
  /// The longest life of a kind says how old one becomes only if so many of the kind have ended.
  static let fewestEnded = 3
  /// A queue that begins fewer after its stop may only finish those that were on their way.
  static let fewestLateStarts: UInt32 = 3
  /// A stop, or an input that has ended, belongs to an operator if it is so few steps above it.
  static let reach = 16
}

/// A length of time that decides something.
struct TimeLimit: Sendable {
  let nanoseconds: UInt64

  @inline(__always)
  init(milliseconds: UInt64) { nanoseconds = milliseconds * 1_000_000 }

  /// Whether a time in nanoseconds is shorter, or longer, than the limit.
  @inline(__always)
  static func < (nanoseconds: UInt64, limit: Self) -> Bool { nanoseconds < limit.nanoseconds }

  @inline(__always)
  static func > (nanoseconds: UInt64, limit: Self) -> Bool { nanoseconds > limit.nanoseconds }
}
