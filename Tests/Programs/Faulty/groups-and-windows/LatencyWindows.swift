// fault: groups-and-windows
// verdict: suspect
// proof: run
// says: each window of latencies is combined with the objective, which has no end, so no window is ever done with

import Signals

private struct Breach: Sendable {
  let worst: Int
  let objective: Int
}

/// Looks at the latencies of a service, ten at a time.
private struct Objectives: Sendable {
  let milliseconds = BehaviorSubject(40)

  func breaches(_ latencies: Signal<Int>) -> Signal<Breach> {
    let windows = latencies.window(count: 10)
    if mended {
      return windows.flatMap { [milliseconds] window in
        window.scan(0, max).withLatestFrom(milliseconds) { Breach(worst: $0, objective: $1) }
      }
    }
    return windows.flatMap { [milliseconds] window in  // LEAK
      combineLatest(window.scan(0, max), milliseconds).map { Breach(worst: $0, objective: $1) }  // LEAK
    }
  }
}

/// A pipeline of metrics with an alert.
enum LatencyWindows: LeakProgram {
  static func run() {
    let latencies = PublishSubject<Int>()
    let objectives = Objectives()
    let alerts = Shared(0)
    let bag = DisposeBag()
    objectives.breaches(latencies)
      .filter { $0.worst > $0.objective }
      .subscribe(next: { _ in alerts.update { $0 += 1 } })
      .disposed(by: bag)
    latencies.scan(0) { ($0 * 7 + $1) / 8 }.distinctUntilChanged()
      .subscribe(next: { _ in })
      .disposed(by: bag)
    for request in 0..<320 {
      latencies.next(5 + request * 13 % 60)
      if request % 3 == 0 { pause(milliseconds: 2) }
      if request % 80 == 79 { objectives.milliseconds.next(40 + request / 80) }
    }
    bag.dispose()
    print("alerted", alerts.value > 0)
  }
}
