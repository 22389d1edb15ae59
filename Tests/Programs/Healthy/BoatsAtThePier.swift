// healthy: half of a line have ended, and the others have lived on for longer
// says: Boats come to the pier. Some go after a while and some stay, and they lie there side by side.
// allows: nothing

import Signals

enum BoatsAtThePier: LeakProgram {
  static func run() {
    let harbour = QueueScheduler("harbour")
    let tides = Signal<Int>.interval(.milliseconds(4), on: harbour).map { $0 % 12 }
    let berths = Shared<[Int: Disposable]>([:])
    let checks = Shared(0)
    for boat in 0..<10 {
      let berth = tides.subscribe(next: { _ in checks.update { $0 += 1 } })
      berths.update { $0[boat] = berth }
      pause(milliseconds: 8)
      // The visitors of yesterday go when the next boat is in.
      if boat % 2 == 1 { berths.update { $0.removeValue(forKey: boat - 1) }?.dispose() }
    }
    pause(milliseconds: 40)
    print("boats", berths.value.count)
    killed(holding: harbour)
  }
}
