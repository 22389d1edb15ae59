// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the stop ends one side of combineLatest, which waits for the other one for ever

import Signals

/// Rooms whose panel shows temperature and target until it is switched off.
enum ThermostatPanel: LeakProgram {
  static func run() {
    let target = BehaviorSubject(20)
    let house = DisposeBag()
    target.subscribe(next: { _ in }).disposed(by: house)

    for room in 0..<4 {
      let off = PublishSubject<Void>()
      let temperature = PublishSubject<Int>()
      if mended {
        _ = combineLatest(temperature, target).take(until: off)
          .subscribe(next: { _ in })
      } else {
        _ = combineLatest(temperature.take(until: off), target)  // LEAK
          .subscribe(next: { _ in })
      }
      for step in 0..<3 { temperature.next(18 + room + step) }
      off.next(())
      target.next(21 + room)
    }
    target.next(19)
    pause(milliseconds: 30)
    withExtendedLifetime(house) {}
  }
}
