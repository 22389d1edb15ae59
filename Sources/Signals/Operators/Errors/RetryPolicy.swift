/// How often a signal that fails is subscribed to again, and how long each pause before that is.
///
///     let policy = RetryPolicy(attempts: 8, firstPause: .milliseconds(200), ceiling: .seconds(30), jitter: 0.5)
///     download.retry(policy, on: scheduler)
///
/// Each pause is `factor` times the one before, and never longer than `ceiling`. A part of it is left to
/// chance, so that many clients of one server do not all come back at the same moment.
public struct RetryPolicy: Hashable, Sendable {
  /// How often the source is subscribed to again at most. 0 or less means never.
  public var attempts: Int
  /// The pause before the first of them. A negative one is zero.
  public var firstPause: Duration
  /// How many times longer each pause is than the one before. Less than 1, or not a number, is 1.
  public var factor: Double
  /// No pause is longer.
  public var ceiling: Duration
  /// Which part of each pause is left to chance, from 0 (none of it) to 1 (all of it). A number beyond that
  /// is taken for 0 or 1.
  public var jitter: Double
  /// Whether a value of the source makes the next failure count as the first one.
  public var startsAnewAtValue: Bool

  /// A policy of so many further attempts; without `attempts` there is no end to them.
  ///
  /// - Parameters:
  ///   - attempts: how often the source is subscribed to again at most.
  ///   - firstPause: the pause before the first of them.
  ///   - factor: how many times longer each pause is than the one before.
  ///   - ceiling: no pause is longer.
  ///   - jitter: which part of each pause is left to chance, from 0 to 1.
  ///   - startsAnewAtValue: whether a value of the source makes the next failure count as the first one.
  public init(
    attempts: Int = .max, firstPause: Duration, factor: Double = 2, ceiling: Duration = .seconds(60),
    jitter: Double = 0, startsAnewAtValue: Bool = false
  ) {
    self.attempts = attempts
    self.firstPause = firstPause
    self.factor = factor
    self.ceiling = ceiling
    self.jitter = jitter
    self.startsAnewAtValue = startsAnewAtValue
  }

  /// The pause before an attempt.
  ///
  /// - Parameters:
  ///   - attempt: the number of the attempt, from 1.
  ///   - chance: a number from 0 to 1. At 0 the pause is whole, at 1 `jitter` of it is missing.
  /// - Returns: the pause, not negative and not longer than `ceiling`.
  public func pause(before attempt: Int, chance: Double = 0) -> Duration {
    let longest = max(.zero, ceiling)
    guard firstPause > .zero else { return .zero }
    let growth = Self.power(factor > 1 ? factor : 1, max(1, attempt) - 1)
    let seconds = Self.seconds(firstPause) * growth
    // A pause that is not finite, or too long for the arithmetic of durations, is beyond every ceiling.
    let fits = seconds < Self.seconds(longest)
    let isExact = growth < 1e15 && growth.rounded() == growth
    let whole = fits ? isExact ? firstPause * Int(growth) : .seconds(seconds) : longest
    let missing = Self.part(jitter) * Self.part(chance)
    return missing > 0 ? whole * (1 - missing) : whole
  }

  /// From 0 to 1. A value that is not a number is taken for 0.
  private static func part(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }

  private static func seconds(_ duration: Duration) -> Double {
    let (seconds, attoseconds) = duration.components
    return Double(seconds) + Double(attoseconds) / 1e18
  }

  /// By squaring: the exponent may be as large as a number of attempts gets.
  private static func power(_ base: Double, _ exponent: Int) -> Double {
    var (result, square, rest) = (1.0, base, exponent)
    while rest > 0, result.isFinite {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }
}
