// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: zip of a fast sensor with a slow one: the fast one's values wait, more and more

import Signals

/// Pairs what two sensors of different speed say.
enum PairedSensors: LeakProgram {
  static func run() {
    let fast = PublishSubject<Int>()
    let slow = PublishSubject<Int>()
    let pairs =
      mended
      ? slow.withLatestFrom(fast) { ($0, $1) }
      : slow.zip(with: fast).map { ($0, $1) }  // LEAK
    let log = pairs.subscribe(next: { _ in })
    for value in 0..<8000 {
      fast.next(value)
      if value % 8 == 0 { slow.next(value) }
      if value % 800 == 0 { pause(milliseconds: 2) }
    }
    pause(milliseconds: 20)
    log.dispose()
  }
}
