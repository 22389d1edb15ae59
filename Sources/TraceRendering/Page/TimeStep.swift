import TraceAnalysis

extension TimeUnit {
  /// The smallest of 1, 2, 5, 10, 20, 25, 50, 100 … nanoseconds of which at most `parts` cover `length`.
  static func roundStep(for length: UInt64, parts: Int) -> UInt64 {
    let parts = UInt64(max(parts, 1))
    var decade: UInt64 = 1
    while true {
      for tenths in [10, 20, 25, 50] as [UInt64] where decade > 1 || tenths != 25 {
        let (product, overflow) = decade.multipliedReportingOverflow(by: tenths)
        if overflow { return .max }
        let step = product / 10
        if length == 0 || (length - 1) / step < parts { return step }
      }
      let (next, overflow) = decade.multipliedReportingOverflow(by: 10)
      if overflow { return .max }
      decade = next
    }
  }

  /// A round duration in the unit that needs no decimals: `250 ms`, `2 s`, `500 ns`.
  static func short(_ duration: UInt64) -> String {
    for unit in [seconds, milliseconds, microseconds] where duration >= unit.nanoseconds {
      let digits = duration % unit.nanoseconds == 0 ? 0 : 1
      return unit.named(duration, digits: digits)
    }
    return "\(duration) ns"
  }
}
