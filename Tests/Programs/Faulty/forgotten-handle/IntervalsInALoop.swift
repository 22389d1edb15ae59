// fault: forgotten-handle
// ported: ReactiveX/RxSwift#2249
// verdict: suspect
// proof: run
// says: each call begins an interval, and lets go of the only thing that could end it

import Signals

/// Calls a function that begins an interval with some bytes, again and again. Reported as "disposables hold themselves".
enum IntervalsInALoop: LeakProgram {
  static func run() {
    let clock = QueueScheduler("main")
    for _ in 0..<40 {
      test(on: clock)
      pause(milliseconds: 3)
    }
    pause(milliseconds: 60)
  }

  private static func test(on clock: QueueScheduler) {
    let bytes = [UInt8](repeating: 0, count: 1000)
    let subscription = Signal<Int>.interval(.milliseconds(20), on: clock)
      .do(onNext: { _ in precondition(bytes.count == 1000) })
      .subscribe()  // LEAK
    if mended { subscription.dispose() }
  }
}
