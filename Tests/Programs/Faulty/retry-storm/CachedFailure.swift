// fault: retry-storm
// verdict: finding
// proof: run
// says: a share that lasts for ever has kept the failure, which retry is handed again and again (RxJS: shareReplay, then retry)

import Signals

private struct Refused: Error {}

/// The token of a session, fetched once for all who need it; the server is up at the third attempt.
private final class TokenSource: Sendable {
  private let clock = QueueScheduler("network")
  private let asked = Shared(0)

  func token() -> Signal<Int> {
    let fetch = Signal<Int>.create { [clock, asked] subscriber in
      let attempt = asked.update { count in
        count += 1
        return count
      }
      return clock.schedule(after: .milliseconds(3)) {
        guard attempt > 2 else { return subscriber.error(Refused()) }
        subscriber.next(attempt)
        subscriber.completed()
      }
    }
    return
      fetch
      .share(replay: 1, scope: mended ? .whileConnected : .forever)  // LEAK
      .retry(1500)  // LEAK
  }
}

enum CachedFailure: LeakProgram {
  static func run() {
    let clicks = PublishSubject<Int>()
    let bag = DisposeBag()
    clicks.scan(0) { $0 + $1 }.subscribe(next: { _ in }).disposed(by: bag)
    let source = TokenSource()
    source.token().subscribe(next: { _ in }, error: { _ in }).disposed(by: bag)
    for click in 0..<20 {
      clicks.next(click)
      pause(milliseconds: 2)
    }
    bag.dispose()
  }
}
