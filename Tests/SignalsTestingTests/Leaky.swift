import Dispatch
import Signals

/// Programs that leak, and the lines that are to blame.
enum Leaky {
  /// The disposable of the inner subscription is not returned.
  static let createLine: UInt32 = #line + 2
  static func forgetsInner(of source: Signal<Int>) -> Signal<Int> {
    .create { subscriber in
      _ = source.subscribe(next: { subscriber.next($0) })
      return nil
    }
  }

  /// Subscribes and disposes; what is below lives on.
  static func run() {
    let source = PublishSubject<Int>()
    let subscription = forgetsInner(of: source).subscribe(next: { _ in })
    source.next(1)
    subscription.dispose()
    for value in 2...4 { source.next(value) }
  }

  /// The stop signal stands above `flatMap`, not below.
  static let flatMapLine: UInt32 = #line + 5
  static func outlivesStopSignal() {
    let source = PublishSubject<Int>()
    let stop = PublishSubject<Void>()
    _ = source.take(until: stop)
      .flatMap { number in source.map { $0 * number } }
      .subscribe(next: { _ in })
    source.next(1)
    stop.next(())
    source.next(2)
  }
}

/// Programs that do not.
enum Clean {
  /// Ends everything. Any number of them may run.
  static func run() {
    let source = PublishSubject<Int>()
    use(source)
    source.completed()
  }

  /// Leaves something open: nothing should have ended it. Often repeated, that would be a leak.
  static func leaveOpen() { use(PublishSubject<Int>()) }

  private static func use(_ source: PublishSubject<Int>) {
    let bag = DisposeBag()
    source.map { $0 + 1 }.filter { $0 > 1 }.subscribe(next: { _ in }).disposed(by: bag)
    source.share().subscribe(next: { _ in }).dispose()
    source.share(replay: 1, scope: .forever).subscribe(next: { _ in }).dispose()
    source.replayLazily().subscribe(next: { _ in }).dispose()
    _ = ScopedDisposable(source.flatMap { .just($0) }.subscribe(next: { _ in }))
    _ = source.subscribe(next: { _ in })
    source.next(1)
  }
}
