public import TraceFormat

/// All subscriptions of one trace, and whose sake each was made for.
public struct Forest: Sendable {
  /// In order of birth: `lives[n - 1].number == n`.
  public var lives: [Life] = []
  public var index: [SubscriptionID: Int] = [:]
  /// When the recording began and ended, in nanoseconds of `CLOCK_MONOTONIC`.
  public var began: UInt64 = 0
  public var ended: UInt64 = 0
  /// Records read, and records that the recorder says it lost.
  public var events: UInt64 = 0
  public var lost: UInt64 = 0
  public var lostRanges: [ClosedRange<UInt64>] = []
  public var marks: [Mark] = []

  public struct Mark: Sendable, Hashable {
    public var time: UInt64
    public var text: String
  }

  public init() {}

  public subscript(id: SubscriptionID) -> Life? { index[id].map { lives[$0] } }

  /// Subscriptions that were made for nobody's sake, in order of birth.
  public var roots: [Life] { lives.filter { $0.downstream == nil } }
}
