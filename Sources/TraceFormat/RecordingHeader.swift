/// A recording's facts about itself: the program, the machine, the clock and what was asked to be recorded.
public struct RecordingHeader: Hashable, Sendable {
  /// The unit of the records' ticks.
  package enum Clock: UInt8, Hashable, Sendable {
    /// Nanoseconds of `CLOCK_MONOTONIC`.
    case monotonic = 0
    /// The processor's time-stamp counter, calibrated to `CLOCK_MONOTONIC` in each chunk.
    case cycles = 1
  }

  /// The kinds of event that were asked for.
  package struct Kinds: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
    package static let next = Kinds(rawValue: 1)
    /// Errors, completions, dropped events and overlaps.
    package static let terminal = Kinds(rawValue: 2)
    /// Subscribed, named, disposed, released, connections and marks.
    package static let lifecycle = Kinds(rawValue: 4)
    /// The contents of bags, lifetimes and composites.
    package static let owners = Kinds(rawValue: 8)
    package static let scheduling = Kinds(rawValue: 16)
    package static let all: Kinds = [.next, .terminal, .lifecycle, .owners, .scheduling]
  }

  package var formatMajor = RecordingHeader.supportedMajor
  package var formatMinor = RecordingHeader.supportedMinor
  /// The version of the library that recorded.
  public var runtimeVersion = ""
  /// The executable's path as the kernel knows it.
  public var program = ""
  /// The command line, the program's own name first.
  public var arguments: [String] = []
  public var processID: UInt32 = 0
  /// The executable's GNU build-id; empty where it has none.
  package var buildID: [UInt8] = []
  public var host = ""
  /// The kernel's boot id: two recordings share a monotonic clock only if it is the same.
  package var bootID = ""
  /// When the recording began, in nanoseconds since 1970 and in nanoseconds of `CLOCK_MONOTONIC`.
  public var startedWallClock: UInt64 = 0
  package var startedMonotonic: UInt64 = 0
  package var startedTicks: UInt64 = 0
  /// The clock's rate as it was known at the start; the chunks' readings of both clocks are better.
  package var ticksPerSecond: UInt64 = 1_000_000_000
  package var clock = Clock.monotonic
  package var kinds = Kinds.all
  /// How many bytes of a value's description were kept; nil when values were not recorded.
  public var valueLimit: UInt32?
  /// How many regular expressions there were for text that must not be recorded. `***` stands for each match,
  /// in every text of the program. 0 where every such text was left out whole; nil where texts are as they
  /// were.
  public var redactions: UInt32?
  /// Whether USDT probes were compiled into the program.
  public var hasProbes = false
  /// Ties the staging file to its recording: 16 random bytes.
  package var identity: [UInt8] = []

  /// The container that the program ran in; empty where it ran in none that is known.
  public var container = ""
  /// The labels that the user gave the recording: where it was made, of which version.
  public var labels: [Label] = []
  /// The cost of recording one event for the program, in picoseconds, as it was measured at the start; nil
  /// where nobody has.
  public var eventCost: UInt64?

  /// How many ticks of its clock that many nanoseconds are, more or less.
  package func ticks(of nanoseconds: UInt64) -> UInt64 {
    guard clock == .cycles else { return nanoseconds }
    return nanoseconds.multipliedFullWidth(by: ticksPerSecond).high == 0
      ? nanoseconds * ticksPerSecond / 1_000_000_000 : .max
  }

  /// Its subscriptions were alive at one moment, its end. Events before that, and subscriptions that had
  /// ended, are not in it.
  package var isSnapshot = false

  public init() {}

  /// `region=eu`.
  public struct Label: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }

    /// The name stands before the first `=`.
    package init(_ text: some StringProtocol) {
      let end = text.firstIndex(of: "=") ?? text.endIndex
      self.init(name: String(text[..<end]), value: String(text[end...].dropFirst()))
    }

    /// As it stands in a recording.
    package var text: String { "\(name)=\(value)" }
  }

  /// The newest format that this reader reads and the one that the writer writes.
  package static let supportedMajor: UInt16 = 1
  /// From minor version 1 on, sites have traits, and a site without any says so.
  package static let supportedMinor: UInt16 = 1
}
