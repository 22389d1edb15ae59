// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the stop stands above the connection and the flattening operator below it: the inner watches run on

import Signals

/// Ships that are watched until the harbour closes.
enum HarbourRadio: LeakProgram {
  static func run() {
    let clock = QueueScheduler("radar")
    let ships = PublishSubject<Int>()
    let closing = PublishSubject<Void>()
    let arrivals = mended ? ships.share() : ships.take(until: closing).share()  // LEAK
    let log = arrivals.subscribe(next: { _ in })
    let watches = arrivals.flatMap { ship in  // LEAK
      Signal<Int>.interval(.milliseconds(4), on: clock).map { $0 + ship }
    }
    let seen = (mended ? watches.take(until: closing) : watches).subscribe(next: { _ in })
    for ship in 0..<6 {
      ships.next(ship)
      pause(milliseconds: 3)
    }
    closing.next(())
    log.dispose()
    pause(milliseconds: 80)
    _ = seen
  }
}
