// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: each step subscribes to its hints within `next`; ending the tour ends the steps only

import Signals

/// A tour with hints for each step.
enum StepsOfTheTour: LeakProgram {
  static func run() {
    let steps = PublishSubject<Int>()
    let hints = PublishSubject<Int>()
    let tour = DisposeBag()
    if mended {
      steps.flatMap { step in hints.filter { $0 == step } }.subscribe(next: { _ in }).disposed(by: tour)
    } else {
      steps.subscribe(next: { step in
        _ = hints.filter { $0 == step }.subscribe(next: { _ in })  // LEAK
      }).disposed(by: tour)
    }
    for step in 0..<8 {
      steps.next(step)
      hints.next(step)
      pause(milliseconds: 2)
    }
    tour.dispose()
    for hint in 0..<16 { hints.next(hint % 8) }
    pause(milliseconds: 30)
  }
}
