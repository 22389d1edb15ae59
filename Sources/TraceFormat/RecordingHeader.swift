/// What a recording says about itself: the program, the machine, the clock and what was asked to be recorded.
public struct RecordingHeader: Hashable, Sendable {
  /// What the ticks of the records count.
  public enum Clock: UInt8, Hashable, Sendable {
    /// Nanoseconds of `CLOCK_MONOTONIC`.
    case monotonic = 0
    /// The processor's time-stamp counter, calibrated to `CLOCK_MONOTONIC` in each chunk.
    case cycles = 1
  }

  /// The kinds of event that were asked for.
  public struct Kinds: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let next = Kinds(rawValue: 1)
    /// Errors, completions, dropped events and overlaps.
    public static let terminal = Kinds(rawValue: 2)
    /// Subscribed, named, disposed, released, connections and marks.
    public static let lifecycle = Kinds(rawValue: 4)
    /// What bags, lifetimes and composites hold.
    public static let owners = Kinds(rawValue: 8)
    public static let scheduling = Kinds(rawValue: 16)
    public static let all: Kinds = [.next, .terminal, .lifecycle, .owners, .scheduling]
  }

  public var formatMajor = RecordingHeader.supportedMajor
  public var formatMinor = RecordingHeader.supportedMinor
  /// The version of the library that recorded.
  public var runtimeVersion = ""
  /// The executable's path as the kernel knows it.
  public var program = ""
  /// The command line, the program's own name first.
  public var arguments: [String] = []
  public var processID: UInt32 = 0
  /// The executable's GNU build-id; empty where it has none.
  public var buildID: [UInt8] = []
  public var host = ""
  /// The kernel's boot id: two recordings share a monotonic clock only if it is the same.
  public var bootID = ""
  /// When the recording began, in nanoseconds since 1970 and in nanoseconds of `CLOCK_MONOTONIC`.
  public var startedWallClock: UInt64 = 0
  public var startedMonotonic: UInt64 = 0
  public var startedTicks: UInt64 = 0
  /// The clock's rate as it was known at the start; the chunks' readings of both clocks are better.
  public var ticksPerSecond: UInt64 = 1_000_000_000
  public var clock = Clock.monotonic
  public var kinds = Kinds.all
  /// How many bytes of a value's description were kept; nil when values were not recorded.
  public var valueLimit: UInt32?
  /// Whether USDT probes were compiled into the program.
  public var hasProbes = false
  /// Ties the staging file to its recording: 16 random bytes.
  public var identity: [UInt8] = []

  public init() {}

  /// The newest format that this reader reads and the one that the writer writes.
  public static let supportedMajor: UInt16 = 1
  /// From minor version 1 on, sites have traits, and a site without any says so.
  public static let supportedMinor: UInt16 = 1
}
