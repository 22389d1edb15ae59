import SignalTracing
import Synchronization
import TraceFormat

extension Signal {
  /// Sends a value, and makes a pause until the signal that `pause` returns for the value sends a value. Then
  /// it sends the newest value of the pause, which begins a further pause. With `latest` false it does not
  /// send that value.
  ///
  ///     source    a-b-c-----d-|
  ///     a         ----x
  ///     c             ----x
  ///     d                   ----x
  ///     throttle  a---c-----d-|
  ///
  /// A pause is over, too, when its signal completes without a value: the next value passes. Completion waits
  /// until a waiting value is sent. An error of the source, or of a pause, is an error at once, and drops the
  /// waiting value. A throw of `pause` becomes the signal's error. As RxJS 7 `throttle`, with `leading` true
  /// and `trailing` as `latest` says.
  public func throttle<Trigger: Sendable>(
    latest: Bool = true, file: StaticString = #fileID, line: UInt32 = #line,
    until pause: @escaping @Sendable (Value) throws -> Signal<Trigger>
  ) -> Signal<Value> {
    derived(at: CallSite("throttle(until:)", file, line)) { source, downstream in
      let throttle = ThrottleUntil<Value>(latest: latest, below: downstream) { throttle, value, number in
        throttle.asking(pause, about: value) { pause in
          pause.connect(into: throttle, role: Role(.control, number: number), number: number) {
            throttle, _, _ in throttle.fired(number)
          }
        }
      }
      source.connect(into: throttle, role: Role(.source)) { throttle, _, value in throttle.accept(value) }
    }
  }
}

private final class ThrottleUntil<Value: Sendable>: Junction, @unchecked Sendable {
  private struct State {
    /// The newest value, if it came in a pause.
    var held: Held<Value>?
    /// A pause is over, and the held value is on its way.
    var isSending = false
    /// The number of the pause; 0 for none.
    var running: UInt32 = 0
    /// The number of pauses so far.
    var begun: UInt32 = 0
    var sourceHasCompleted = false

    /// No value can arrive any more, and no value waits for the end of a pause.
    var isOver: Bool { sourceHasCompleted && !isSending && (running == 0 || held == nil) }

    mutating func begin() -> UInt32 {
      begun &+= 1
      running = begun
      return begun
    }
  }

  private let state = Mutex(State())
  private let latest: Bool
  /// Begins the pause of a value. The number is the pause's.
  private let begin: @Sendable (ThrottleUntil<Value>, Value, UInt32) -> Void

  init(
    latest: Bool, below downstream: Gate,
    _ begin: @escaping @Sendable (ThrottleUntil<Value>, Value, UInt32) -> Void
  ) {
    self.latest = latest
    self.begin = begin
    super.init(below: downstream)
  }

  func accept(_ value: Value) {
    // Its old value goes out of memory after the lock.
    let (older, number) = state.withLock { state -> (Held<Value>?, UInt32?) in
      guard state.running == 0 else { return (latest ? exchange(&state.held, with: Held(value)) : nil, nil) }
      return (exchange(&state.held, with: nil), state.begin())
    }
    _ = older
    guard let number else { return }
    serially { [self] in if downstream.isOpen { output(of: Value.self).next(value) } }
    beginPause(number, of: value)
  }

  /// A pause is over. This thread is outside, so that the next pause may end while it begins.
  func fired(_ number: UInt32) {
    let (isRunning, held, next) = state.withLock { state -> (Bool, Held<Value>?, UInt32) in
      guard state.running == number else { return (false, nil, 0) }
      state.running = 0
      guard let held = exchange(&state.held, with: nil) else { return (true, nil, 0) }
      state.isSending = true
      return (true, held, state.sourceHasCompleted ? 0 : state.begin())
    }
    guard isRunning else { return }
    dispose(source: number, because: .trigger)
    guard let held else { return }
    serially { [self] in sendLate(held) }
    if next > 0 { beginPause(next, of: held.value) }
  }

  private func sendLate(_ held: Held<Value>) {
    if downstream.isOpen { held.send(below: self) }
    let isLast = state.withLock { state in
      state.isSending = false
      return state.isOver
    }
    if isLast, downstream.isOpen { downstream.completed() }
  }

  private func beginPause(_ number: UInt32, of value: Value) {
    let isWanted = state.withLock { state in
      state.running == number && (!state.sourceHasCompleted || state.held != nil)
    }
    if isWanted, downstream.isOpen { begin(self, value, number) }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    let isOver = state.withLock { state in
      if number == 0 {
        state.sourceHasCompleted = true
      } else {
        guard state.running == number else { return false }
        state.running = 0
      }
      if case .failed = ending { return true }
      return state.isOver
    }
    if isOver { endSerially(ending) }
  }
}
