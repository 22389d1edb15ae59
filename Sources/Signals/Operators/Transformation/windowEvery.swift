import SignalTracing
import TraceFormat

extension Signal {
  /// Cuts the signal into windows of `count` values. A window opens with every `step`-th value, so windows
  /// overlap if `step` is less than `count`.
  ///
  ///     source               -1-2-3-4-|
  ///     window(3, every: 2)  a--b---c-|
  ///     a                    -1-2-3|
  ///     b                       --3-4-|
  ///     c                           --|
  ///
  /// The first window opens at once, and another right after each `step`-th value. With a `step` greater than
  /// `count` some values are in no window. Open windows end as the source does, in the order in which they
  /// were opened, before this signal. They go on after this signal is disposed, as the groups of `groupBy`
  /// do. A count or step below 1 is 1. As RxJS 7 `windowCount(count, startWindowEvery)`.
  public func window(
    count: Int, every step: Int, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Signal<Value>> {
    let count = Swift.max(1, count)
    let step = Swift.max(1, step)
    let windowSite = CallSite("window", file, line, [.source, .hot])
    return derived(at: CallSite("window(count:every:)", file, line)) { source, downstream in
      let windows = Windows<Value>(windowSite, below: downstream)
      windows.serially { [windows] state in
        state.untilNext = step
        windows.open(0, &state)
      }
      guard downstream.isOpen else { return }
      source.connectSerially(into: windows, role: Role(.shared)) { windows, state, value in
        windows.send(value, &state)
        if let oldest = state.list.first, oldest.count >= count {
          state.list.removeFirst()
          oldest.rows.end(.completed)
        }
        state.untilNext -= 1
        guard state.untilNext == 0 else { return }
        state.untilNext = step
        windows.open(0, &state)
      }
    }
  }
}
