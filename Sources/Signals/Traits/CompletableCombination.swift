extension Completable {
  /// Continues with a maybe once this completable has completed.
  ///
  ///     source   ---|
  ///     next        --(1|)
  ///     andThen  -----(1|)
  ///
  /// Ends as `next` does. An error of this completable is the error; `next` is not subscribed to then. As Rx
  /// `andThen`.
  public func andThen<Value: Sendable>(
    _ next: Maybe<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Maybe<Value> {
    Maybe(unchecked: andThen(next.signal, file: file, line: line))
  }

  /// Subscribes to `completables` one after the other, and completes with the last.
  ///
  ///     a       --|
  ///     b         --|
  ///     concat  ----|
  ///
  /// A completable is subscribed to when the completable before it has completed. Completes at once if there
  /// are none; an error of any of them is an error at once. As Rx `Completable.concat`.
  public static func concat(
    _ completables: [Completable], file: StaticString = #fileID, line: UInt32 = #line
  ) -> Completable {
    Completable(unchecked: .concat(completables.map(\.signal), file: file, line: line))
  }

  /// Subscribes to all `completables` at the same time, and completes when all have completed.
  ///
  ///     a      --|
  ///     b      ----|
  ///     merge  ----|
  ///
  /// Completes at once if there are none; an error of any of them is an error at once. As Rx
  /// `Completable.zip` and, formerly, `Completable.merge`.
  public static func merge(
    _ completables: [Completable], file: StaticString = #fileID, line: UInt32 = #line
  ) -> Completable {
    Completable(unchecked: .merge(completables.map(\.signal), file: file, line: line))
  }
}
