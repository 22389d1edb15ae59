import SignalTracing
import Synchronization

extension Signal {
  /// Subscribes to the source again whenever the signal that `notifier` makes of the errors sends a value.
  ///
  /// The notifier's signal gets each error of the source and decides: a value tries again, its completion completes, its
  /// error is the error. It is made once for every subscription. As Rx `retry(when:)`.
  public func retry<Trigger: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    when notifier: @escaping @Sendable (Signal<any Error>) throws -> Signal<Trigger>
  ) -> Signal<Value> {
    let site = CallSite("retry(when:)", file, line, .restarts)
    return Signal<Value>(site, upstream: self) { signal, downstream in
      let errors = PublishSubject<any Error>(CallSite("retry(when:)", file, line, [.source, .hot]))
      let retrying = RetryWhen(signal.source(of: Value.self), errors, below: downstream)
      do {
        let trigger = try ThreadState.onBehalf(of: downstream.trace) { try notifier(errors) }
        trigger.connect(into: retrying, role: Role(.control), number: RetryWhen<Value>.trigger) {
          retrying, _, _ in
          retrying.tryAgain()
        }
        retrying.advance()
      } catch {
        downstream.error(error)
      }
    }
  }
}

private final class RetryWhen<Value: Sendable>: Succession<Value>, @unchecked Sendable {
  static var trigger: UInt32 { 1 }

  private let source: Signal<Value>
  private let errors: PublishSubject<any Error>
  /// The source has failed, and what becomes of it is not decided.
  private let isWaiting = Atomic<Bool>(false)

  init(_ source: Signal<Value>, _ errors: PublishSubject<any Error>, below downstream: Gate) {
    self.source = source
    self.errors = errors
    super.init(below: downstream)
  }

  override var hasOtherInlets: Bool { true }
  override func nextSignal() -> (Signal<Value>, Role)? { (source, Role(.source)) }

  func tryAgain() {
    if isWaiting.exchange(false, ordering: .acquiringAndReleasing) { advance() }
  }

  override func inletEnded(_ inlet: Gate, _ ending: Ending) {
    if inlet.number == Self.trigger { return endSerially(ending) }
    switch ending {
    case .completed: endSerially(ending)
    case .failed(let error):
      isWaiting.store(true, ordering: .releasing)
      errors.next(error)
    }
  }
}
