import SignalTracing
import Synchronization
import TraceFormat

extension Signal {
  /// Sends a value once the signal that `quiet` returned for it sends a value, unless a newer value of the
  /// source arrives before that.
  ///
  ///     source    a-b-----c-|
  ///     a         -----x
  ///     b           ---x
  ///     c                 ---x
  ///     debounce  -----b----(c|)
  ///
  /// A newer value disposes the signal of the value before. Completion of the source sends the waiting value
  /// first. An error of the source or of the quiet signal is an error at once, and drops the waiting value.
  /// If the quiet signal completes without a value, the waiting value waits for the source's completion or
  /// the next value. A throw of `quiet` becomes the signal's error. Values are sent on the thread on which
  /// the quiet signal sends. As RxJS 7 `debounce`.
  public func debounce<Trigger: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    until quiet: @escaping @Sendable (Value) throws -> Signal<Trigger>
  ) -> Signal<Value> {
    derived(at: CallSite("debounce(until:)", file, line)) { source, downstream in
      source.connect(into: DebounceUntil<Value>(below: downstream), role: Role(.source)) {
        debounce, _, value in
        let number = debounce.accept(value)
        debounce.asking(quiet, about: value) { quiet in
          quiet.connectSerially(into: debounce, role: Role(.control, number: number), number: number) {
            debounce, _ in debounce.fired(number)
          }
        }
      }
    }
  }
}

private final class DebounceUntil<Value: Sendable>: Junction, @unchecked Sendable {
  /// The newest value, and the number of the signal that it waits for.
  private let state = Mutex<(held: Held<Value>?, newest: UInt32)>((nil, 0))

  override init(below downstream: Gate) { super.init(below: downstream) }

  /// - Returns: the number of the value's signal.
  func accept(_ value: Value) -> UInt32 {
    // Its old value goes out of memory after the lock.
    let (older, before) = state.withLock { state in
      let before = state.newest
      state.newest &+= 1
      return (exchange(&state.held, with: Held(value)), before)
    }
    if before > 0 { dispose(source: before, because: .replaced) }
    _ = older
    return before &+ 1
  }

  /// This thread is inside.
  func fired(_ number: UInt32) {
    let held = state.withLock { state in
      state.newest == number ? exchange(&state.held, with: nil) : nil
    }
    dispose(source: number, because: .trigger)
    held?.send(below: self)
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    guard number == 0 else {
      if case .failed = ending, number == state.withLock({ $0.newest }) { endSerially(ending) }
      return
    }
    serially { [self] in
      let held = state.withLock { state in exchange(&state.held, with: nil) }
      if case .completed = ending, downstream.isOpen { held?.send(below: self) }
      if downstream.isOpen { downstream.end(ending) }
    }
  }
}
