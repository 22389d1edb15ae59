// healthy: flatMap begins a timer for each value, beside those before
// says: Footsteps are to overlap: each sounds for four ticks and ends; walking faster only means that more sound at once.
// allows: nothing

import Signals

enum FootstepsFade: LeakProgram {
  static func run() {
    let clock = QueueScheduler("sound")
    let steps = PublishSubject<Int>()
    let loudest = Shared(0)
    let mixer =
      steps
      .flatMap { step in
        Signal<Int>.interval(.milliseconds(4), on: clock).take(4).map { tick in step % 7 * (4 - tick) }
      }
      .subscribe(next: { volume in loudest.update { $0 = max($0, volume) } })
    for step in 0..<60 {
      steps.next(step)
      pause(milliseconds: step < 30 ? 5 : 2)
    }
    pause(milliseconds: 40)
    print("loudest", loudest.value)
    mixer.dispose()
  }
}
