// fault: retry-storm
// verdict: finding
// proof: run
// says: the gauge is opened once for all attempts and closed as the first one fails; retry tries a gauge that is closed

import Signals

private struct BadReading: Error {}

/// The sensor at the pier, which measures all the time.
private final class Pier: Sendable {
  let levels = PublishSubject<Int>()
}

/// An open gauge. Once closed, it stays closed.
private final class Gauge: Sendable {
  private let isOpen = Shared(true)
  private let pier: Pier

  init(at pier: Pier) { self.pier = pier }

  var readings: Signal<Int> {
    Signal<Int>.create { [isOpen, pier] subscriber in
      let levels = pier.levels.subscribe(next: { level in
        if isOpen.value { subscriber.next(level) }
      })
      return Disposable {
        isOpen.update { $0 = false }
        levels.dispose()
      }
    }
  }
}

enum PierGauge: LeakProgram {
  static func run() {
    let pier = Pier()
    let logged = Shared(0)
    let bag = DisposeBag()
    let gauge = Gauge(at: pier)
    let readings = mended ? Signal<Int>.deferred { Gauge(at: pier).readings } : gauge.readings
    readings
      .map { level in
        if level == 12 { throw BadReading() }
        return level
      }
      .retry()  // LEAK
      .subscribe(next: { _ in logged.update { $0 += 1 } })
      .disposed(by: bag)
    for level in 0..<48 {
      pier.levels.next(level)
      pause(milliseconds: 3)
    }
    print("logged", logged.value)
    killed(holding: bag)
  }
}
