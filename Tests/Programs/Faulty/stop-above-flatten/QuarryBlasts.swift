// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the all-clear ends the taking in of charges, not the geophones that flatMap has put around each of them

import Signals

private struct Tremor: Sendable {
  let sector: Int
  let micrometres: Int
}

/// A quarry: its geophones, and what is watched there.
private final class Quarry: Sendable {
  let tremors = PublishSubject<Tremor>()
  let isClosed = PublishSubject<Void>()
  let strong = Shared(0)
  private let geophones = QueueScheduler("geophones")

  func open() {
    _ = Signal<Int>.interval(.milliseconds(1), on: geophones)
      .take(until: isClosed)
      .subscribe(next: { [tremors] tick in
        tremors.next(Tremor(sector: tick % 5, micrometres: tick * 37 % 120))
      })
    _ = tremors.buffer(for: .milliseconds(12), on: geophones)
      .take(until: isClosed)
      .subscribe(next: { _ in })
  }

  /// Watches what the charges of a blast do, until the all-clear.
  func watch(_ charges: Signal<Int>, until allClear: Signal<Void>) {
    let listen: @Sendable (Int) -> Signal<Int> = { [tremors] sector in
      tremors.filter { $0.sector == sector }.map(\.micrometres)
    }
    let measured: Signal<Int>
    if mended {
      measured = charges.flatMap(listen).take(until: allClear)
    } else {
      measured =
        charges
        .take(until: allClear)  // LEAK
        .flatMap(listen)  // LEAK
    }
    _ = measured.subscribe(next: { [strong] size in if size > 100 { strong.update { $0 += 1 } } })
  }
}

enum QuarryBlasts: LeakProgram {
  static func run() {
    let quarry = Quarry()
    quarry.open()
    for blast in 0..<6 {
      let charges = PublishSubject<Int>()
      let allClear = PublishSubject<Void>()
      quarry.watch(charges, until: allClear)
      for charge in 0..<3 {
        charges.next((blast + charge) % 5)
        pause(milliseconds: 6)
      }
      allClear.next(())
      pause(milliseconds: 4)
    }
    pause(milliseconds: 120)
    print("strong", quarry.strong.value > 0)
    quarry.isClosed.next(())
  }
}
