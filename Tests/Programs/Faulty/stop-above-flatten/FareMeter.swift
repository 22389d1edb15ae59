// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the stop stands on each ride's ticks and not on the rides: after closing time every new ride begins its ticks anew, and the taxi listens on

import Signals

/// Taxis whose rides tick until the company closes.
enum FareMeter: LeakProgram {
  static func run() {
    let clock = QueueScheduler("meter")
    let closed = PublishSubject<Void>()
    let rides = (0..<5).map { _ in PublishSubject<Int>() }
    let fares = Shared(0)
    for taxi in rides {
      let meter = taxi.flatMap { ride in  // LEAK
        let ticks = Signal<Int>.interval(.milliseconds(3), on: clock).map { $0 + ride }
        return mended ? ticks : ticks.take(until: closed)  // LEAK
      }
      _ = (mended ? meter.take(until: closed) : meter)  // LEAK
        .subscribe(next: { _ in fares.update { $0 += 1 } })  // LEAK
    }
    for (number, taxi) in rides.enumerated() { taxi.next(number) }
    pause(milliseconds: 15)
    closed.next(())
    pause(milliseconds: 10)
    for (number, taxi) in rides.enumerated() { taxi.next(100 + number) }
    pause(milliseconds: 60)
    print(fares.value)
  }
}
