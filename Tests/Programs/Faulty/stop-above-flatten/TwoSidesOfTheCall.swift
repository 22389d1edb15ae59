// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: one side of the call is stopped as somebody hangs up, the other is not, and so the meeting of both goes on

import Signals

/// Calls of which both sides' sound levels are compared.
enum TwoSidesOfTheCall: LeakProgram {
  static func run() {
    let clock = QueueScheduler("levels")
    let compared = Shared(0)
    for call in 0..<8 {
      let hangsUp = PublishSubject<Void>()
      let near = Signal<Int>.interval(.milliseconds(2), on: clock).take(until: hangsUp)  // LEAK
      let far = Signal<Int>.interval(.milliseconds(3), on: clock).map { $0 + call }
      let levels = combineLatest(near, mended ? far.take(until: hangsUp) : far)  // LEAK
      let metering = levels.map { $0 + $1 }.subscribe(next: { _ in compared.update { $0 += 1 } })
      pause(milliseconds: 10)
      hangsUp.next(())
      pause(milliseconds: 2)
      _ = metering
    }
    pause(milliseconds: 50)
    print("compared", compared.value)
  }
}
