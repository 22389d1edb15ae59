extension Signal {
  /// Two signals: of the values that `isIncluded` is true of, and of the others.
  ///
  /// Each subscribes to the source by itself: share the source first where that matters. As CombineExt `partition`.
  public func partition(
    _ isIncluded: @escaping @Sendable (Value) throws -> Bool,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> (matching: Signal<Value>, other: Signal<Value>) {
    (
      filter(isIncluded, file: file, line: line),
      filter({ try !isIncluded($0) }, file: file, line: line)
    )
  }
}
