// fault: late-start
// verdict: likely
// proof: run
// says: an alarm that waits in `delay` when the guard leaves starts a siren that nobody can stop any more

import Signals

/// Guards hear a siren some time after each alarm, until they leave.
enum DelayedAlarms: LeakProgram {
  static func run() {
    let clock = QueueScheduler("alarms")
    let alarms = PublishSubject<String>()
    let howls = Shared(0)
    let siren = Signal<Int>.interval(.milliseconds(3), on: clock)

    for guardian in 0..<2 {
      let leaves = PublishSubject<Void>()
      let heard: Signal<Int>
      if mended {
        heard = alarms.delay(for: .milliseconds(30), on: clock).flatMap { _ in siren }.take(until: leaves)
      } else {
        heard = alarms.take(until: leaves).delay(for: .milliseconds(30), on: clock)
          .flatMap { _ in siren }  // LEAK
      }
      _ = heard.subscribe(next: { _ in howls.update { $0 += 1 } })
      alarms.next("door \(guardian)")
      pause(milliseconds: 10)
      leaves.next(())
    }
    pause(milliseconds: 180)
    print("howls \(howls.value)")
  }
}
