/// What should have ended and did not, and what is fine.
public struct Verdicts: Sendable {
  public struct Options: Sendable {
    /// What began or ended this long before the end does not count. Nil: the smaller of 500 ms and a tenth
    /// of the recording.
    public var settle: Duration?
    /// Leaks of less confidence are not listed, their subscriptions are `open(.suspected)`.
    public var minimum: Confidence

    public init(settle: Duration? = nil, minimum: Confidence = .likely) {
      self.settle = settle
      self.minimum = minimum
    }
  }

  /// How many living subscriptions have each verdict, and how many have ended.
  public struct Counts: Sendable, Hashable {
    public internal(set) var finished = 0
    public internal(set) var leaked = 0
    public internal(set) var open = 0
    public internal(set) var longLived = 0
    public internal(set) var unknown = 0

    public var alive: Int { leaked + open + longLived + unknown }
  }

  /// In nanoseconds.
  public let settle: UInt64
  /// The surest first, then the largest.
  public let leaks: [Leak]
  public let counts: Counts
  let all: [Verdict]

  /// The verdict on the life with this number; nil where there is none.
  public subscript(number: Int) -> Verdict? {
    all.indices.contains(number - 1) ? all[number - 1] : nil
  }

  /// The leak that a life belongs to.
  public func leak(of number: Int) -> Leak? {
    guard case .leaked(_, let leak)? = self[number] else { return nil }
    return leaks[leak]
  }
}
