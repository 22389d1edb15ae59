extension Signal {
  /// Returns two signals: one of the values for which `isIncluded` is true, one of the other values.
  ///
  ///     source    1-2---3-|
  ///     matching  1-----3-|     (odd)
  ///     other     --2-----|
  ///
  /// Each ends as the source does, and makes its own subscription to the source. To subscribe only once,
  /// `share()` the source first. A throw becomes the error of both. As CombineExt `partition`.
  public func partition(
    file: StaticString = #fileID, line: UInt32 = #line,
    @Condition _ isIncluded: @escaping @Sendable (Value) throws -> Bool
  ) -> (matching: Signal<Value>, other: Signal<Value>) {
    (
      filter(file: file, line: line, isIncluded),
      filter(file: file, line: line) { try !isIncluded($0) }
    )
  }
}
