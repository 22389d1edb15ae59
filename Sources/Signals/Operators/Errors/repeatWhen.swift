import SignalTracing
import Synchronization
import TraceFormat

extension Signal {
  /// Subscribes to the source again whenever the signal that `notifier` returns, given the completions, sends
  /// a value.
  ///
  ///     source         1-|  1-2-|
  ///     notifier       -----x--|
  ///     repeat(when:)  1----1-2-|
  ///
  /// The notifier's signal gets each completion of the source and decides: a value subscribes again, its
  /// error is the error. Its completion completes, if the source has completed, and else leaves that to the
  /// source. `notifier` is called once for every subscription, when the source first completes; a throw of it
  /// is an error. The source is subscribed to again where the notifier's value arrives. An error of the
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
    /// The source has completed, and what becomes of it is not decided.
    var isWaiting = false
    var isAsked = false
    var notifierHasCompleted = false
  }

  private let source: Signal<Value>
  private let completions: PublishSubject<Void>
  private let state = Mutex(State())
  /// Subscribes to what the program returns for the completions.
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
