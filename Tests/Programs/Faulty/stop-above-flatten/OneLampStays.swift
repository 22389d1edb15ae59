// fault: stop-above-flatten
// verdict: suspect
// proof: run
// says: only one of two merged lamps has the switch above it

import Signals

/// Two lamps on one switch.
enum OneLampStays: LeakProgram {
  static func run() {
    let clock = QueueScheduler("lamps")
    let off = PublishSubject<Void>()
    let left = Signal<Int>.interval(.milliseconds(3), on: clock)
    let right = Signal<Int>.interval(.milliseconds(4), on: clock)
    let lit = Shared(0)
    let both =
      mended
      ? left.merge(right).take(until: off)
      : left.take(until: off).merge(right)  // LEAK
    for evening in 0..<4 {
      let lamps = both.subscribe(next: { _ in lit.update { $0 += 1 } })
      pause(milliseconds: 12)
      off.next(())
      pause(milliseconds: 10)
      if evening < 0 { lamps.dispose() }
    }
    pause(milliseconds: 60)
  }
}
