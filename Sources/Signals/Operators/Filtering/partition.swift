extension Signal {
  /// Two signals: of the values that `isIncluded` is true of, and of the others.
  ///
  ///     source    1-2---3-|
  ///     matching  1-----3-|     (odd)
  ///     other     --2-----|
  ///
  /// Each ends as the source does, and subscribes to the source by itself: share the source first where that
  /// matters. A throw becomes the error of both. As CombineExt `partition`.
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
