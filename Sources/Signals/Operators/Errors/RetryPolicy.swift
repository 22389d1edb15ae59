/// How often `retry` subscribes again to a signal that fails, and how long it waits each time.
///
///     let policy = RetryPolicy(attempts: 8, firstPause: .milliseconds(200), ceiling: .seconds(30), jitter: 0.5)
///     download.retry(policy, on: scheduler)
///
/// Each pause is `factor` times the one before, and never longer than `ceiling`. A part of each pause is
/// random, so that many clients of one server do not all come back at the same moment.
public struct RetryPolicy: Hashable, Sendable {
  /// The greatest number of further subscriptions to the source. 0 or less means none.
  public var attempts: Int
  /// The pause before the first further subscription. A negative pause is zero.
  public var firstPause: Duration
  /// Each pause is this many times as long as the pause before. A factor that is less than 1, or not a
  /// number, is 1.
  public var factor: Double
  /// The longest pause.
  public var ceiling: Duration
  /// The random part of each pause, from 0 (nothing is random) to 1 (the whole pause is). A number below 0
  /// counts as 0, a number above 1 as 1.
  public var jitter: Double
  /// Whether a value of the source makes the next failure count as the first one.
  public var startsAnewAtValue: Bool

  /// A policy with a number of further attempts. Without `attempts` the number is unlimited.
  ///
  /// - Parameters:
  ///   - attempts: the greatest number of further subscriptions to the source.
  ///   - firstPause: the pause before the first further subscription.
  ///   - factor: each pause is this many times as long as the pause before.
  ///   - ceiling: the longest pause.
  ///   - jitter: the random part of each pause, from 0 to 1.
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
  ///   - chance: a number from 0 to 1. At 0 the pause has its full length; at 1 it is shorter by the part
  ///     `jitter`.
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
