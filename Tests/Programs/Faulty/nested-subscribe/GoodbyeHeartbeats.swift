// fault: nested-subscribe
// verdict: suspect
// proof: run
// says: what a screen does as it goes begins a subscription of its own, which waits for the last beat and does not stop at it

import Signals

/// Screens that report how they were left.
enum GoodbyeHeartbeats: LeakProgram {
  static func run() {
    let clock = QueueScheduler("reports")
    let feed = PublishSubject<Int>()
    let beats = Signal<Int>.interval(.milliseconds(3), on: clock).share()
    let reported = Shared(0)
    let status = beats.subscribe(next: { _ in })
    for screen in 0..<4 {
      let bag = DisposeBag()
      feed.map { $0 + screen }
        .subscribe(
          next: { _ in },
          disposed: {
            _ = (mended ? beats.take(1) : beats.map { $0 })
              .subscribe(next: { _ in reported.update { $0 += 1 } })  // LEAK
          }
        )
        .disposed(by: bag)
      feed.filter { $0 > 2 }.subscribe(next: { _ in }).disposed(by: bag)
      for value in 0..<3 {
        feed.next(value)
        pause(milliseconds: 2)
      }
      bag.dispose()
    }
    pause(milliseconds: 40)
    print("reported \(reported.value)")
    status.dispose()
  }
}
