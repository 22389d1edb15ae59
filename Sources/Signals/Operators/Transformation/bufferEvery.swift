public import SignalTracing
public import TraceFormat

extension Signal {
  /// Sends arrays of `count` values, of which one begins with every `step`-th value: they overlap if `step`
  /// is less than `count`.
  ///
  ///     source                 1-2-3-4-|
  ///     buffer(3, every: 2)    ----A---(B|)     (A = [1, 2, 3], B = [3, 4])
  ///
  /// With a `step` greater than `count` there are values between the arrays that are left out. Completion
  /// sends what has begun and is not full, each as an array of its own, the oldest first; an error drops it.
  /// A count or step below 1 is 1. As RxJS 7 `bufferCount(count, startBufferEvery)`.
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
  /// How many values come before the next one begins.
  @usableFromInline var untilNext = 0

  @usableFromInline init() {}
}
