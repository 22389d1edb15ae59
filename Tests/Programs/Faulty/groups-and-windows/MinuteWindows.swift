// fault: groups-and-windows
// verdict: suspect
// proof: run
// says: each minute begins to compare itself with the clock, and goes on when the minute is over

import Signals

/// Cuts a load into minutes and compares each with the clock.
enum MinuteWindows: LeakProgram {
  static func run() {
    let load = PublishSubject<Int>()
    let minute = PublishSubject<Void>()
    let clock = BehaviorSubject(0)
    let compared = load.window(on: minute).flatMap { window in  // LEAK
      let both = combineLatest(window, clock).map { $0 + $1 }
      return mended ? both.take(until: minute) : both
    }
    let watching = compared.subscribe(next: { _ in })
    for number in 0..<25 {
      for value in 0..<4 { load.next(value) }
      clock.next(number)
      minute.next(())
    }
    for tick in 0..<10 { clock.next(tick) }
    load.completed()
    pause(milliseconds: 30)
    killed(holding: watching)
  }
}
