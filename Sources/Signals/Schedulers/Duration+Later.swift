extension Duration {
  /// This time plus `duration`; the greatest, or least, duration if the sum cannot be represented.
  @usableFromInline package func later(by duration: Duration) -> Duration {
    let (sum, overflows) = attoseconds.addingReportingOverflow(duration.attoseconds)
    guard overflows else { return Duration(attoseconds: sum) }
    return Duration(attoseconds: duration < .zero ? .min : .max)
  }

  /// The duration in whole nanoseconds, rounded up so that no timer fires early. Not negative, and at most
  /// 292 years.
  var nanosecondsToWait: Int {
    let attoseconds = max(0, attoseconds)
    let whole = attoseconds / 1_000_000_000
    return Int(clamping: attoseconds % 1_000_000_000 == 0 ? whole : whole + 1)
  }
}
