// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: each event is handed to an actor that takes longer for it than the next one takes to come (observeOn and its backlog)

import Signals

private actor Ledger {
  private var entries = 0

  func book(_ count: Int) {
    entries += count
    pause(milliseconds: 1)
  }
}

/// A till that books what is sold.
enum ActorTooSlow: LeakProgram {
  static func run() {
    let clock = QueueScheduler("till")
    let ledger = Ledger()
    let sold = PublishSubject<Int>()
    let bag = DisposeBag()
    sold.scan(0) { $0 + $1 }.sample(on: Signal<Int>.interval(.milliseconds(10), on: clock))
      .subscribe(next: { _ in }).disposed(by: bag)
    let bookings: Signal<Int>
    if mended {
      bookings = sold.buffer(for: .milliseconds(10), on: clock).map(\.count).deliver(on: ledger)
    } else {
      bookings = sold.map { _ in 1 }.deliver(on: ledger)  // LEAK
    }
    bookings.subscribe(next: { count in ledger.assumeIsolated { $0.book(count) } }).disposed(by: bag)
    for item in 0..<4000 {
      sold.next(item)
      if item % 20 == 0 { pause(milliseconds: 1) }
    }
    killed(holding: bag)
  }
}
