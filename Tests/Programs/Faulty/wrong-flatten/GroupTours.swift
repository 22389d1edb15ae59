// fault: wrong-flatten
// verdict: likely
// proof: run
// says: each new stop of a tour begins its guide's talk beside those before: flatMapLatest was meant

import Signals

/// Tours whose guide talks about the stop that the group is at.
enum GroupTours: LeakProgram {
  static func run() {
    let clock = QueueScheduler("guide")
    let tours = DisposeBag()
    let stops = PublishSubject<Int>()
    let talk = { @Sendable (stop: Int) in Signal<Int>.interval(.milliseconds(2), on: clock).map { $0 + stop }
    }
    let spoken = mended ? stops.flatMapLatest(talk) : stops.flatMap(talk)  // LEAK
    spoken.subscribe(next: { _ in }).disposed(by: tours)
    for stop in 0..<16 {
      stops.next(stop)
      pause(milliseconds: 5)
    }
    pause(milliseconds: 20)
    tours.dispose()
  }
}
