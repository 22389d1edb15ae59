extension Duration {
  /// This time and `duration`; what cannot be counted any more is the end of time.
  @usableFromInline package func later(by duration: Duration) -> Duration {
    let (sum, overflows) = attoseconds.addingReportingOverflow(duration.attoseconds)
    guard overflows else { return Duration(attoseconds: sum) }
    return Duration(attoseconds: duration < .zero ? .min : .max)
  }

  /// In whole nanoseconds, rounded up so that no timer fires early; not negative, and at most 292 years.
  var nanosecondsToWait: Int {
    let attoseconds = max(0, attoseconds)
    let whole = attoseconds / 1_000_000_000
    return Int(clamping: attoseconds % 1_000_000_000 == 0 ? whole : whole + 1)
  }
}
