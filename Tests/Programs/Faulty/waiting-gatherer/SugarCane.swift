// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the mill takes one load after the other and is slower than the field: loads wait in ever greater number

import Signals

/// Loads of cane that a mill works off one by one.
enum SugarCane: LeakProgram {
  static func run() {
    let clock = QueueScheduler("mill")
    let loads = PublishSubject<Int>()
    let milled = Shared(0)
    let work = { @Sendable (load: Int) in
      Signal<Int>.timer(after: .milliseconds(20), on: clock).map { $0 + load }
    }
    let pressed = mended ? loads.flatMapLatest(work) : loads.concatMap(work)  // LEAK
    let handle = pressed.subscribe(next: { _ in milled.update { $0 += 1 } })
    for load in 0..<3000 {
      loads.next(load)
      if load % 20 == 0 { pause(milliseconds: 1) }
    }
    pause(milliseconds: 20)
    handle.dispose()
    print(milled.value)
  }
}
