import SignalTracing
import Synchronization
import TraceFormat

extension Signal {
  /// Subscribes to the source again whenever the signal that `notifier` returns, given the errors, sends a
  /// value.
  ///
  ///     source        1-#  1-2-|
  ///     notifier      -----x
  ///     retry(when:)  1----1-2-|
  ///
  /// The notifier's signal gets each error of the source and decides: a value tries again, its completion
  /// completes, its error is the error. It is made once for every subscription; a throw of `notifier` is an
  /// error. The source is subscribed to again where the notifier's value arrives. Completes as soon as the
  /// source does. As Rx `retry(when:)`.
  public func retry<Trigger: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    when notifier: @escaping @Sendable (Signal<any Error>) throws -> Signal<Trigger>
  ) -> Signal<Value> {
    retry(at: CallSite("retry(when:)", file, line, .restarts), file, line, when: notifier)
  }

  /// Subscribes to the source again, `interval` after it has failed, `count` times at most; then its error is
  /// the error.
  ///
  ///     source                    a-#
  ///     retry(upTo:interval:on:)  a----a----a-#     (2 times, interval 3)
  ///
  /// A count of 0 or less tries once only; an interval of zero or less is as soon as the scheduler comes to
  /// it. The source is subscribed to again on `scheduler`. Completes as soon as the source does. As
  /// ReactiveSwift `retry(upTo:interval:on:)`.
  public func retry(
    upTo count: Int, interval: Duration, on scheduler: some TimedScheduler = QueueScheduler.background,
    file: StaticString = #fileID, line: UInt32 = #line
  ) -> Signal<Value> {
    retry(at: CallSite("retry(upTo:)", file, line, .restarts), file, line) { errors in
      errors.enumerated(file: file, line: line).concatMap(file: file, line: line) { attempt, error in
        attempt < count
          ? Signal<Int>.timer(after: interval, on: scheduler, file: file, line: line)
          : .fail(error, file: file, line: line)
      }
    }
  }

  private func retry<Trigger: Sendable>(
    at site: CallSite, _ file: StaticString, _ line: UInt32,
    when notifier: @escaping @Sendable (Signal<any Error>) throws -> Signal<Trigger>
  ) -> Signal<Value> {
    derived(at: site) { source, downstream in
      let errors = PublishSubject<any Error>(CallSite("retry(when:)", file, line, [.source, .hot]))
      let retrying = RetryWhen(source, errors, below: downstream)
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
    super.init(below: downstream, hasOtherInlets: true)
  }

  override func nextSignal() -> (Signal<Value>, Role)? { (source, Role(.source)) }

  func tryAgain() {
    if isWaiting.exchange(false, ordering: .acquiringAndReleasing) { advance() }
  }

  override func inletEnded(number: UInt32, _ ending: Ending) {
    if number == Self.trigger { return endSerially(ending) }
    switch ending {
    case .completed: endSerially(ending)
    case .failed(let error):
      isWaiting.store(true, ordering: .releasing)
      errors.next(error)
    }
  }
}
