// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: a switch that was written by hand disposes the newest inner signal, but not the trigger, which begins more

import Signals

/// Switches to the newest by hand. As reported for ReactiveCocoa's flatMap(.Latest): after the disposal the trigger ran on.
enum SignalOfSignals: LeakProgram {
  static func run() {
    let clock = QueueScheduler("switch")
    let trigger = Signal<Int>.interval(.milliseconds(15), on: clock)
    let inner: @Sendable (Int) -> Signal<Int> = { number in
      Signal<Int>.interval(.milliseconds(3), on: clock).map { $0 + number }
    }
    let latest = Signal<Int>.create { subscriber in  // LEAK
      let newest = SerialDisposable()
      let outer = trigger.subscribe(next: { number in
        newest.inner = inner(number).subscribe(next: { subscriber.next($0) })
      })
      return mended ? CompositeDisposable([outer, newest]) : Disposable { newest.inner?.dispose() }
    }
    let shown = latest.subscribe(next: { _ in })
    pause(milliseconds: 50)
    shown.dispose()
    pause(milliseconds: 120)
  }
}
