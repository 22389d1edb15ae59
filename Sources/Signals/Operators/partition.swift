extension Signal {
  /// Two signals: of the values that `isIncluded` is true of, and of the others.
  ///
  /// Each subscribes to the source by itself: share the source first where that matters. As CombineExt `partition`.
  public func partition(
    file: StaticString = #fileID, line: UInt32 = #line,
    _ isIncluded: @escaping @Sendable (Value) throws -> Bool
  ) -> (matching: Signal<Value>, other: Signal<Value>) {
    (
      filter(file: file, line: line, isIncluded),
      filter(file: file, line: line) { try !isIncluded($0) }
    )
  }
}
