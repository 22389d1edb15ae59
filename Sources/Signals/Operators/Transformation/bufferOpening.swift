import SignalTracing
import TraceFormat

extension Signal {
  /// Opens a buffer for each value of `openings`. The buffer gathers values until the signal that `closing`
  /// returns for the value sends a value; then the buffer is sent as an array.
  ///
  ///     source            1-2-3-4-5-|
  ///     openings          -x---y----
  ///     x                  ----c
  ///     y                      --------c
  ///     buffer(opening:)  -----A----(B|)     (A = [2, 3], B = [4, 5])
  ///
  /// Buffers may overlap: every open buffer gathers each value. A buffer without values is sent as an empty
  /// array. When the source completes, the open buffers are sent in the order in which they were opened. The
  /// completion of `openings` opens nothing, and the completion of a closing signal closes nothing. An error
  /// of any of them, or a throw of `closing`, is an error at once, and drops the gathered values. `openings`
  /// is subscribed to first. As RxJS 7 `bufferToggle`.
  public func buffer<Opening: Sendable, Closing: Sendable>(
    opening openings: Signal<Opening>, file: StaticString = #fileID, line: UInt32 = #line,
    closing: @escaping @Sendable (Opening) throws -> Signal<Closing>
  ) -> Signal<[Value]> {
    derived(at: CallSite("buffer(opening:closing:)", file, line, .buffers)) { source, downstream in
      let buffers = ToggledBuffers<Value>(below: downstream)
      openings.connect(into: buffers, role: Role(.control), number: ToggledBuffers<Value>.openings) {
        buffers, _, opening in
        let number = buffers.open()
        do {
          let closing = try ThreadState.onBehalf(of: buffers.downstream.trace) { try closing(opening) }
          closing.connectSerially(into: buffers, role: Role(.control, number: number - 1), number: number) {
            buffers, open, _ in
            buffers.close(number, &open)
          }
        } catch {
          buffers.endSerially(.failed(error))
        }
      }
      guard downstream.isOpen else { return }
      source.connectSerially(into: buffers, role: Role(.source)) { buffers, open, value in
        for index in open.indices { open[index].values.append(value) }
        if let oldest = open.first { buffers.output(of: [Value].self).holds(oldest.values.count) }
      }
    }
  }
}

/// An open buffer, and the number of the signal that closes it.
private struct OpenBuffer<Value: Sendable> {
  let number: UInt32
  var values: [Value] = []
}

/// Its state is the open buffers, the oldest first.
private final class ToggledBuffers<Value: Sendable>: SerialJunction<[OpenBuffer<Value>]>,
  @unchecked Sendable
{
  static var openings: UInt32 { 1 }

  // Only the thread that delivers the openings counts. The closing signals are numbered from 2.
  private var opened: UInt32 = 1

  init(below downstream: Gate) { super.init([], below: downstream) }

  /// - Returns: the number of the new buffer.
  func open() -> UInt32 {
    opened &+= 1
    let number = opened
    serially { open in open.append(OpenBuffer(number: number)) }
    return number
  }

  func close(_ number: UInt32, _ open: inout [OpenBuffer<Value>]) {
    guard let index = open.firstIndex(where: { $0.number == number }) else { return }
    let values = open.remove(at: index).values
    dispose(source: number, because: .trigger)
    let output = output(of: [Value].self)
    output.letsGo(of: values.count)
    output.next(values)
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    if case .completed = ending, number >= Self.openings { return }
    serially { [self] open in
      // The signal belongs to a buffer that has been closed meanwhile.
      if number > Self.openings, !open.contains(where: { $0.number == number }) { return }
      let rest = exchange(&open, with: [])
      if case .completed = ending {
        for buffer in rest where downstream.isOpen { output(of: [Value].self).next(buffer.values) }
      }
      if downstream.isOpen { downstream.end(ending) }
    }
  }
}
