// fault: round-growth
// verdict: likely
// proof: run
// says: every shift leaves one listener of the pager behind

import SignalTracing
import Signals

/// Shifts of an operations room.
enum MarkedShifts: LeakProgram {
  static func run() {
    let pager = PublishSubject<Int>()
    let lamps = PublishSubject<Bool>()
    for shift in 0..<12 {
      let lamp = lamps.subscribe(next: { _ in })
      let bag = CompositeDisposable()
      bag.add(pager.subscribe(next: { _ in }))
      let listener = pager.filter { $0 > 3 }.subscribe(next: { _ in })  // LEAK
      if mended { bag.add(listener) }
      pager.next(shift)
      lamps.next(shift % 2 == 0)
      bag.dispose()
      lamp.dispose()
      Trace.mark("shift over")
      pause(milliseconds: 3)
    }
    pause(milliseconds: 30)
  }
}
