extension UInt64 {
  /// How far a time or a counter has come since `earlier`; 0 where `earlier` lies ahead, as damaged records
  /// may say.
  @inlinable
  package func since(_ earlier: UInt64) -> UInt64 { self > earlier ? self - earlier : 0 }

  /// The sum, or the greatest number where the sum is too large.
  package func addingClamped(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
