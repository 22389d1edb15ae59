import SignalTracing
import TraceFormat

extension Signal {
  /// Gathers values, and sends them as an array whenever `boundary` sends, and when the source completes.
  ///
  ///     source      -1-2-----3-|
  ///     boundary    ----x--x----
  ///     buffer(on)  ----A--E---(C|)     (A = [1, 2], E = [], C = [3])
  ///
  /// If no value arrived since the last array, an empty array is sent. The source is subscribed to first. The
  /// completion of the boundary sends nothing, and gathering goes on; its error is an error. An error drops
  /// the gathered values. Arrays are sent on the thread on which the boundary sends. As RxJS 7 `buffer`.
  public func buffer<Boundary: Sendable>(
    on boundary: Signal<Boundary>, file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<[Value]> {
    derived(at: CallSite("buffer(on:)", file, line, .buffers)) { source, downstream in
      let buffer = BufferOn<Value>(below: downstream)
      source.connectSerially(into: buffer, role: Role(.source)) { buffer, values, value in
        values.append(value)
        buffer.output(of: [Value].self).holds(values.count)
      }
      guard downstream.isOpen else { return }
      boundary.connectSerially(into: buffer, role: Role(.control), number: BufferOn<Value>.boundary) {
        buffer, values, _ in
        buffer.flush(&values)
      }
    }
  }
}

/// Its state is the gathered values.
private final class BufferOn<Value: Sendable>: SerialJunction<[Value]>, @unchecked Sendable {
  static var boundary: UInt32 { 1 }

  init(below downstream: Gate) { super.init([], below: downstream) }

  func flush(_ values: inout [Value]) {
    let output = output(of: [Value].self)
    output.letsGo(of: values.count)
    output.next(exchange(&values, with: []))
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    if case .completed = ending, number == Self.boundary { return }
    serially { [self] values in
      if case .completed = ending, downstream.isOpen { flush(&values) }
      values = []
      if downstream.isOpen { downstream.end(ending) }
    }
  }
}
