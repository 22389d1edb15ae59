import SignalTracing
import Synchronization
import TraceFormat

extension Signal {
  /// Subscribes to the source again whenever the notifier's signal sends a value. `notifier` makes that
  /// signal from a signal of the source's completions.
  ///
  ///     source         1-|  1-2-|
  ///     notifier       -----x--|
  ///     repeat(when:)  1----1-2-|
  ///
  /// After each completion of the source the notifier's signal decides. Its value subscribes again, on the
  /// thread on which the value arrives. Its error is the error, at any time. Its completion completes the
  /// output: at once if the source has completed, else at the source's next completion. `notifier` is called
  /// once for every subscription, when the source first completes; a throw is an error. An error of the
  /// source is an error at once. As RxJS 7 `repeatWhen`.
  public func `repeat`<Trigger: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    when notifier: @escaping @Sendable (Signal<Void>) throws -> Signal<Trigger>
  ) -> Signal<Value> {
    derived(at: CallSite("repeat(when:)", file, line, .restarts)) { source, downstream in
      let completions = PublishSubject<Void>(CallSite("repeat(when:)", file, line, [.source, .hot]))
      let repetition = RepeatWhen(source, completions, below: downstream) { repetition in
        repetition.asking(notifier, about: completions) { trigger in
          trigger.connect(into: repetition, role: Role(.control), number: RepeatWhen<Value>.trigger) {
            repetition, _, _ in repetition.subscribeAgain()
          }
        }
      }
      repetition.advance()
    }
  }
}

private final class RepeatWhen<Value: Sendable>: Succession<Value>, @unchecked Sendable {
  static var trigger: UInt32 { 1 }

  private struct State {
    /// The source has completed, and the notifier has not decided yet.
    var isWaiting = false
    var isAsked = false
    var notifierHasCompleted = false
  }

  private let source: Signal<Value>
  private let completions: PublishSubject<Void>
  private let state = Mutex(State())
  /// Subscribes to the signal that the program returns for the completions.
  private let ask: @Sendable (RepeatWhen<Value>) -> Void

  init(
    _ source: Signal<Value>, _ completions: PublishSubject<Void>, below downstream: Gate,
    _ ask: @escaping @Sendable (RepeatWhen<Value>) -> Void
  ) {
    self.source = source
    self.completions = completions
    self.ask = ask
    super.init(below: downstream, hasOtherInlets: true)
  }

  override func nextSignal() -> (Signal<Value>, Role)? { (source, Role(.source)) }

  func subscribeAgain() {
    let isWaiting = state.withLock { state in exchange(&state.isWaiting, with: false) }
    if isWaiting { advance() }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    guard case .completed = ending else { return endSerially(ending) }
    if number == Self.trigger {
      let isOver = state.withLock { state in
        state.notifierHasCompleted = true
        return state.isWaiting
      }
      if isOver { endSerially(.completed) }
    } else {
      let (isOver, isFirst) = state.withLock { state in
        state.isWaiting = true
        return (state.notifierHasCompleted, !exchange(&state.isAsked, with: true))
      }
      if isOver { return endSerially(.completed) }
      if isFirst { ask(self) }
      completions.next(())
    }
  }
}
