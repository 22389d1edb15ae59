// fault: missing-share
// verdict: finding
// proof: run
// says: the property makes a new signal for each who asks, so that `share` shares nothing and the bus is read five times

import Signals

/// A boiler on a slow bus, whose readings several parts of the program want.
private final class Boiler: Sendable {
  let reads = Shared(0)
  private let clock: VirtualTimeScheduler
  private let once: Signal<Int>

  init(_ clock: VirtualTimeScheduler) {
    self.clock = clock
    once = Self.polled(clock, reads)
  }

  var readings: Signal<Int> { mended ? once : Self.polled(clock, reads) }

  private static func polled(_ clock: VirtualTimeScheduler, _ reads: Shared<Int>) -> Signal<Int> {
    Signal<Int>.interval(.seconds(1), on: clock)
      .map { tick in
        reads.update { $0 += 1 }
        return 60 + tick % 7
      }
      .share()  // LEAK
  }
}

enum BoilerReadings: LeakProgram {
  static func run() {
    let clock = VirtualTimeScheduler()
    let boiler = Boiler(clock)
    let bag = DisposeBag()
    let shown = Shared(0)
    boiler.readings.subscribe(next: { degrees in shown.update { $0 = degrees } }).disposed(by: bag)
    boiler.readings.filter { $0 > 65 }.subscribe(next: { _ in }).disposed(by: bag)
    boiler.readings.scan(0, { max($0, $1) }).subscribe(next: { _ in }).disposed(by: bag)
    boiler.readings.collect(count: 10).subscribe(next: { _ in }).disposed(by: bag)
    boiler.readings.distinctUntilChanged().subscribe(next: { _ in }).disposed(by: bag)
    for _ in 0..<60 {
      clock.advance(by: .seconds(1))
      pause(milliseconds: 2)
    }
    bag.dispose()
    print("shown", shown.value, "reads in a minute", boiler.reads.value)
  }
}
