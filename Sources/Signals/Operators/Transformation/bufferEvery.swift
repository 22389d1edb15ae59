public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends arrays of `count` values. An array begins with every `step`-th value, so arrays overlap if `step`
  /// is less than `count`.
  ///
  ///     source                 1-2-3-4-|
  ///     buffer(3, every: 2)    ----A---(B|)     (A = [1, 2, 3], B = [3, 4])
  ///
  /// With a `step` greater than `count`, the values between two arrays are left out. Completion sends each
  /// array that has begun and is not full, the oldest first; an error drops them. A count or step below 1 is
  /// 1. As RxJS 7 `bufferCount(count, startBufferEvery)`.
  @inlinable
  public func buffer(
    count: Int, every step: Int, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<[Value]> {
    let count = Swift.max(1, count)
    let step = Swift.max(1, step)
    return lift(CallSite("buffer(count:every:)", file, line, .buffers), state: BegunBuffers<Value>()) {
      begun, value, output in
      if begun.untilNext == 0 {
        begun.buffers.append([])
        begun.untilNext = step
      }
      begun.untilNext -= 1
      for index in begun.buffers.indices { begun.buffers[index].append(value) }
      guard let oldest = begun.buffers.first else { return }
      guard oldest.count >= count else { return output.holds(oldest.count) }
      begun.buffers.removeFirst()
      output.letsGo(of: oldest.count)
      output.next(oldest)
    } completion: { begun, output in
      for buffer in begun.buffers where output.isOpen { output.next(buffer) }
    }
  }
}

/// The buffers that are not full, the oldest first.
@usableFromInline
struct BegunBuffers<Value: Sendable> {
  @usableFromInline var buffers: [[Value]] = []
  /// The number of values until the next buffer begins.
  @usableFromInline var untilNext = 0

  @usableFromInline init() {}
}
