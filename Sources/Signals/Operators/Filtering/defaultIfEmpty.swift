public import SignalTracing
import TraceFormat

extension Signal {
  /// Sends `value` if the source completes without a value.
  ///
  ///     source             ----|
  ///     defaultIfEmpty(0)  ----(0|)
  ///
  /// Else it sends the events of the source. An error is sent on without `value`. As Rx `ifEmpty(default:)`.
  @inlinable @inline(__always)
  public func defaultIfEmpty(
    _ value: Value, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    lift(CallSite("defaultIfEmpty", file, line), state: true) { isEmpty, value, output in
      isEmpty = false
      output.next(value)
    } completion: { isEmpty, output in
      if isEmpty { output.next(value) }
    }
  }

  /// Sends the events of the source. If the source completes without a value, sends the events of `other`.
  ///
  ///     source         ---|
  ///     other             -1-2-|
  ///     switchIfEmpty  ----1-2-|
  ///
  /// `other` is subscribed to only when the source has completed, and the output ends as `other` does. An
  /// error of the source is sent on. As Rx `ifEmpty(switchTo:)`.
  public func switchIfEmpty(
    _ other: Signal<Value>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    derived(at: CallSite("switchIfEmpty", file, line, .flattens)) { source, downstream in
      let switching = SwitchIfEmpty(other, below: downstream)
      source.connect(into: switching, role: Role(.source)) { switching, _, value in
        switching.isEmpty = false
        switching.output(of: Value.self).next(value)
      }
    }
  }
}

private final class SwitchIfEmpty<Value: Sendable>: Succession<Value>, @unchecked Sendable {
  // Only the thread that delivers touches these.
  var isEmpty = true
  private var other: Signal<Value>?

  init(_ other: Signal<Value>, below downstream: Gate) {
    self.other = other
    super.init(below: downstream)
  }

  override func nextSignal() -> (Signal<Value>, Role)? {
    guard isEmpty, let other = exchange(&other, with: nil) else { return nil }
    return (other, Role(.source))
  }
}
