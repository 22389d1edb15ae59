// healthy: an operator begins a closure's signal again after a failure, and hears little at first
// says: A radio is tuned again after a failure. It passes on what is meant for it, and some time goes by before that comes.
// allows: nothing

import Signals

private struct Static: Error {}

/// A frequency on which many send.
private final class Band: Sendable {
  let calls = PublishSubject<Int>()

  func radio() -> Signal<Int> {
    Signal<Int>.create { [calls] subscriber in
      calls.filter { $0 < 16 || $0 > 60 }.subscribe(next: { subscriber.next($0) })
    }
  }
}

enum BeaconHeardAgain: LeakProgram {
  static func run() {
    let band = Band()
    let heard = Shared(0)
    let bag = DisposeBag()
    band.radio()
      .map { call in
        if call == 15 { throw Static() }
        return call
      }
      .retry()
      .subscribe(next: { _ in heard.update { $0 += 1 } })
      .disposed(by: bag)
    for call in 0..<72 {
      band.calls.next(call)
      pause(milliseconds: 2)
    }
    print("heard", heard.value)
    bag.dispose()
  }
}
