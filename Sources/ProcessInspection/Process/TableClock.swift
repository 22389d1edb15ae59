import CClock
import Glibc

/// How the ticks of a table become nanoseconds of `CLOCK_MONOTONIC`. Every number of the table may be a lie.
struct TableClock {
  /// One reading of both clocks.
  struct Moment {
    var ticks, monotonic: UInt64

    /// On this machine, in cycles of its processor. Another thread may have its turn between the two
    /// readings: the best of some is taken.
    static var now: Moment {
      var best = (spread: UInt64.max, moment: Moment(ticks: 0, monotonic: 0))
      for _ in 0..<16 where best.spread > 10_000 {
        let before = rx_clock_cycles()
        let monotonic = rx_clock_monotonic()
        let spread = rx_clock_cycles() &- before
        if spread < best.spread {
          best = (spread, Moment(ticks: before &+ spread / 2, monotonic: monotonic))
        }
      }
      return best.moment
    }
  }

  /// Nil where ticks are nanoseconds.
  private let known: Moment?
  private let nanosecondsPerCycle: Double

  /// No real time is later: 146 years.
  static let latest: UInt64 = 1 << 62

  /// Of a process that runs: both clocks can be read now.
  init(ofRunning begin: Moment, countsCycles: Bool) {
    let now = Moment.now
    known = countsCycles ? now : nil
    nanosecondsPerCycle = Self.cycle(from: begin, to: now) ?? 1
  }

  /// Of a process that has ended, perhaps on another machine. Nil where the length of its processor's cycles
  /// is unknown.
  ///
  /// This machine's cycles are taken for its own where the readings of the process go well with them.
  init?(ofEnded begin: Moment, countsCycles: Bool) {
    known = countsCycles ? begin : nil
    guard countsCycles else {
      nanosecondsPerCycle = 1
      return
    }
    guard let here = Self.here else { return nil }
    // Since the process began, or from the start of its machine until then.
    let its = [
      Self.cycle(from: begin, to: .now), Self.cycle(from: Moment(ticks: 0, monotonic: 0), to: begin),
    ]
    let like = its.lazy.compactMap { $0 }.first { abs($0 / here - 1) < 0.01 }
    guard let like else { return nil }
    nanosecondsPerCycle = like
  }

  func nanoseconds(_ time: UInt64) -> UInt64 {
    guard let known else { return min(time, Self.latest) }
    let distance = time > known.ticks ? time - known.ticks : known.ticks - time
    let length = UInt64(min(Double(distance) * nanosecondsPerCycle, Double(Self.latest)))
    let start = min(known.monotonic, Self.latest)
    return time > known.ticks ? min(start + length, Self.latest) : start - min(start, length)
  }

  /// The nanoseconds of a cycle between two moments; nil where the second is not later.
  private static func cycle(from first: Moment, to second: Moment) -> Double? {
    guard second.ticks > first.ticks, second.monotonic > first.monotonic else { return nil }
    return Double(second.monotonic - first.monotonic) / Double(second.ticks - first.ticks)
  }

  /// The length of this machine's cycles, as 20 ms show it; nil on a processor that does not count them.
  private static let here: Double? = {
    let begin = Moment.now
    usleep(20_000)
    return TableClock.cycle(from: begin, to: .now)
  }()
}
