// fault: overwritten-handle
// verdict: likely
// proof: run
// says: a new programme begins while the last one's handle is still in the variable: nobody disposes it

import Signals

private final class WashBay {
  private var programme: (Disposable)?

  func begin(_ water: Signal<Int>) {
    if mended { programme?.dispose() }
    programme = water.map { $0 * 2 }.subscribe(next: { _ in })  // LEAK
  }

  func close() { programme?.dispose() }
}

/// Bays of a car wash whose programmes follow each other.
enum CarWash: LeakProgram {
  static func run() {
    let water = PublishSubject<Int>()
    let bays = [WashBay(), WashBay()]
    for round in 0..<6 {
      bays[round % 2].begin(water)
      for litre in 0..<5 { water.next(litre) }
      pause(milliseconds: 4)
    }
    for bay in bays { bay.close() }
    for litre in 0..<10 { water.next(litre) }
    pause(milliseconds: 30)
  }
}
