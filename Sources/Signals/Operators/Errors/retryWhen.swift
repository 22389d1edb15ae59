import SignalTracing
import Synchronization
import TraceFormat

extension Signal {
  /// Subscribes to the source again whenever the notifier's signal sends a value. `notifier` makes that
  /// signal from a signal of the source's errors.
  ///
  ///     source        1-#  1-2-|
  ///     notifier      -----x
  ///     retry(when:)  1----1-2-|
  ///
  /// After each error of the source the notifier's signal decides. Its value subscribes again, on the thread
  /// on which the value arrives. Its completion or error ends the output, at any time. `notifier` is called
  /// once for every subscription; a throw is an error. Completes as soon as the source does. As Rx
  /// `retry(when:)`.
  public func retry<Trigger: Sendable>(
    file: StaticString = #fileID, line: UInt32 = #line,
    when notifier: @escaping @Sendable (Signal<any Error>) throws -> Signal<Trigger>
  ) -> Signal<Value> {
    retry(at: CallSite("retry(when:)", file, line, .restarts), file, line, when: notifier)
  }

  /// Subscribes to the source again, `interval` after it has failed, at most `count` times; the error after
  /// that is sent on.
  ///
  ///     source                    a-#
  ///     retry(upTo:interval:on:)  a----a----a-#     (2 times, interval 3)
  ///
  /// With a count of 0 or less it never subscribes again. With an interval of zero or less the scheduler runs
  /// the work as soon as it can. The source is subscribed to again on `scheduler`. Completes as soon as the
  /// source does. As ReactiveSwift `retry(upTo:interval:on:)`.
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
  /// The source has failed, and the notifier has not decided yet.
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
