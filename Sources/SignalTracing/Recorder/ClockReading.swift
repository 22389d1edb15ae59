import CRecorder

/// Both clocks at one moment.
struct ClockReading {
  var ticks: UInt64 = 0
  var nanoseconds: UInt64 = 0

  static func now() -> ClockReading {
    var reading = ClockReading()
    rx_clock_read_both(&reading.ticks, &reading.nanoseconds)
    return reading
  }

  /// The most ticks between two readings of a thread that records: 2^31, about a second.
  static let longestGap: UInt64 = 1 << 31

  /// How fast the ticks are, from two readings that lie at least 100 µs apart.
  static func ticksPerSecond(since first: ClockReading) -> UInt64 {
    guard rx_ticks_are_cycles() else { return 1_000_000_000 }
    var second = now()
    while second.nanoseconds < first.nanoseconds + 100_000 { second = now() }
    let seconds = Double(second.nanoseconds - first.nanoseconds) / 1e9
    return UInt64(Double(second.ticks &- first.ticks) / seconds)
  }
}
