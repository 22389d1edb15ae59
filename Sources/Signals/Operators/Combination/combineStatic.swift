extension Signal {
  /// The free function `combineLatest(_:)` under a name beside `Signal.merge`.
  ///
  ///     a              1------2----|
  ///     b              ---x------y---|
  ///     combineLatest  ---1x--2x-2y--|
  ///
  /// Completes when all have completed; an error of any of them is an error at once. As Rx
  /// `Observable.combineLatest`.
  @inlinable
  public static func combineLatest<each Source: Sendable>(
    _ signals: repeat Signal<each Source>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<(repeat each Source)> where Value == (repeat each Source) {
    Signals.combineLatest(repeat each signals, file: file, line: line)
  }

  /// The free function `zip(_:)` under a name beside `Signal.merge`.
  ///
  ///     a    1---2------3--|
  ///     b    --x-----y--|
  ///     zip  --1x----2y-|
  ///
  /// Completes as soon as no further set of values is possible; an error of any of them is an error at once.
  /// As Rx `Observable.zip`.
  @inlinable
  public static func zip<each Source: Sendable>(
    _ signals: repeat Signal<each Source>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<(repeat each Source)> where Value == (repeat each Source) {
    Signals.zip(repeat each signals, file: file, line: line)
  }

  /// Sends the values of all signals as they arrive: `merge(_:)` of a collection, for signals that are
  /// written one by one.
  ///
  ///     a      -1----2-|
  ///     b      ---3-------4-|
  ///     merge  -1-3--2----4-|
  ///
  /// Completes when all have completed; an error of any of them is an error at once. As Rx
  /// `Observable.merge`.
  public static func merge(
    _ first: Signal<Value>, _ second: Signal<Value>, _ more: Signal<Value>...,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    merge([first, second] + more, file: file, line: line)
  }

  /// Sends the values of the signals, one signal after the other: `concat(_:)` of a collection, for signals
  /// that are written one by one.
  ///
  ///     a       -1--2-|
  ///     b             -3-|
  ///     concat  -1--2--3-|
  ///
  /// Completes with the last signal; an error of any of them is an error at once. As Rx `Observable.concat`.
  public static func concat(
    _ first: Signal<Value>, _ second: Signal<Value>, _ more: Signal<Value>...,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    concat([first, second] + more, file: file, line: line)
  }

  /// Lets the first signal that sends or ends win, and sends its events: `amb(_:)` of a collection, for
  /// signals that are written one by one.
  ///
  ///     a    ----1--2-|
  ///     b    --3--4---|
  ///     amb  --3--4---|
  ///
  /// The other signals are disposed then. Ends as the winner does. As Rx `Observable.amb`.
  public static func amb(
    _ first: Signal<Value>, _ second: Signal<Value>, _ more: Signal<Value>...,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    amb([first, second] + more, file: file, line: line)
  }
}
