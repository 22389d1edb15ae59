public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends false at the first value, or true if the source completes without a value; then completes.
  ///
  ///     source   --1-2-|
  ///     isEmpty  --(f|)
  ///
  /// An error before the first value is sent on. As RxJS 7 `isEmpty`.
  @inlinable @inline(__always)
  public func isEmpty(file: StaticString = #fileID, line: UInt32 = #line) -> Signal<Bool> {
    deciding(CallSite("isEmpty", file, line, .stops), on: false) { _ in false }
  }

  /// Fails with `error` if the source completes without a value.
  ///
  ///     source        -----|
  ///     throwIfEmpty  -----#
  ///
  /// Else it sends the events of the source. `error` is called on the thread on which the source completes.
  /// As RxJS 7 `throwIfEmpty`.
  ///
  /// - Parameter error: makes the error; by default `SelectionError.noElements`.
  @inlinable @inline(__always)
  public func throwIfEmpty(
    _ error: @escaping @autoclosure @Sendable () -> any Error = SelectionError.noElements,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    lift(CallSite("throwIfEmpty", file, line), state: true) { isEmpty, value, output in
      isEmpty = false
      output.next(value)
    } completion: { isEmpty, _ in
      if isEmpty { throw error() }
    }
  }

  /// Sends the number, from 0, of the first value for which `isWanted` is true, or nil if the source
  /// completes without such a value; then completes.
  ///
  ///     source     4-5---6-|
  ///     findIndex  --(1|)       (odd)
  ///
  /// An error before that value is sent on; a throw becomes the signal's error. As RxJS 7 `findIndex`, which
  /// sends -1 instead of nil.
  @inlinable @inline(__always)
  public func findIndex(
    file: StaticString = #fileID, line: UInt32 = #line,
    where isWanted: @escaping @Sendable (Value) throws -> Bool
  ) -> Signal<Int?> {
    lift(CallSite("findIndex", file, line, .stops), state: Int?(0)) { next, value, output in
      guard let index = next else { return }
      guard try isWanted(value) else { return next = index + 1 }
      next = nil
      output.next(index)
      if output.isOpen { output.completed() }
    } completion: { _, output in
      output.next(nil)
    }
  }

  /// Sends all values but the last `count`. A value is sent as soon as `count` further values have arrived.
  ///
  ///     source       1-2---3-4-|
  ///     skipLast(2)  ------1-2-|
  ///
  /// Ends as the source does, without the values that wait. With a count of 0 or less every value is sent at
  /// once. As RxJS 7 `skipLast`.
  @inlinable
  public func skipLast(
    _ count: Int, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    lift(CallSite("skipLast", file, line), state: ValueRing<Value>()) { line, value, output in
      line.append(value)
      if line.count > Swift.max(0, count) { output.next(line.removeFirst()) }
    }
  }
}
