import SignalTracing
import TraceFormat

extension Signal {
  /// Opens a window for each value of `openings`. The window sends the values of this signal until the signal
  /// that `closing` returns for the value sends a value.
  ///
  ///     source            1-2-3-4-5-|
  ///     openings          -x---y----
  ///     closing of x          c
  ///     closing of y                  c
  ///     window(opening:)  -a---b----|
  ///     a                  -2-3|
  ///     b                      -4-5-|
  ///
  /// Windows may overlap: every open window sends each value. Open windows end as the source does, in the
  /// order in which they were opened, before this signal. They go on after this signal is disposed, as the
  /// groups of `groupBy` do. The completion of `openings` opens nothing, and the completion of a closing
  /// signal closes nothing. An error of any of them is an error of all windows and of this signal, and so is
  /// a throw of `closing`. `openings` is subscribed to first. As RxJS 7 `windowToggle`.
  public func window<Opening: Sendable, Closing: Sendable>(
    opening openings: Signal<Opening>, file: StaticString = #fileID, line: UInt32 = #line,
    closing: @escaping @Sendable (Opening) throws -> Signal<Closing>
  ) -> Signal<Signal<Value>> {
    let windowSite = CallSite("window", file, line, [.source, .hot])
    return derived(at: CallSite("window(opening:closing:)", file, line)) { source, downstream in
      let windows = Windows<Value>(windowSite, below: downstream)
      openings.connect(into: windows, role: Role(.control), number: Windows<Value>.openings) {
        windows, inlet, opening in
        do {
          let closing = try ThreadState.onBehalf(of: windows.downstream.trace) { try closing(opening) }
          let number = windows.nextNumber()
          windows.serially { [windows] state in windows.open(number, &state) }
          guard !windows.isDisposed else { return }
          closing.connectSerially(into: windows, role: Role(.control, number: number - 1), number: number) {
            windows, state, _ in
            windows.close(number, &state)
          }
        } catch {
          inlet.end(.failed(error))
        }
      }
      guard downstream.isOpen else { return }
      source.connectSerially(into: windows, role: Role(.shared)) { windows, state, value in
        windows.send(value, &state)
      }
    }
  }
}
