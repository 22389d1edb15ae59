// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: the location of combineLatest never sends, so nothing is ever shown, whatever the others send

import Signals

/// Shows the weather of here: where, how warm, how wet.
enum DeadBranch: LeakProgram {
  static func run() {
    let location = PublishSubject<String>()
    let degrees = PublishSubject<Int>()
    let rain = PublishSubject<Int>()
    let shown = Shared(0)
    let known = mended ? location.startWith("here") : location.skip(1)
    let display = combineLatest(known, degrees, rain)  // LEAK
      .subscribe(next: { _ in shown.update { $0 += 1 } })
    for hour in 0..<1200 {
      degrees.next(hour % 30)
      rain.next(hour % 7)
    }
    print("shown \(shown.value > 0)")
    display.dispose()
  }
}
