// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the evening ends for new lanterns only: what each lantern began goes on

import Signals

/// Lanterns that flicker until it is ten o'clock.
enum LanternFestival: LeakProgram {
  static func run() {
    let clock = QueueScheduler("wind")
    let minutes = PublishSubject<Int>()
    for _ in 0..<3 {
      let evening = mended ? minutes : minutes.take(while: { $0 < 6 })
      let flicker = evening.flatMap { minute in  // LEAK
        Signal<Int>.interval(.milliseconds(3), on: clock).map { $0 ^ minute }
      }
      let street = mended ? flicker.take(until: minutes.filter { $0 >= 6 }) : flicker
      _ = street.subscribe(next: { _ in })
    }
    for minute in 0..<9 {
      minutes.next(minute)
      pause(milliseconds: 4)
    }
    pause(milliseconds: 60)
  }
}
