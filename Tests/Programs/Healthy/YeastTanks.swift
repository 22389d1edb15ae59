// healthy: the handles are let go, and the stop signal that ends them all is fired as the very last act
// says: The tanks ferment until the brewery is switched off, which is the program's last line.
// allows: nothing

import Dispatch
import Signals

private struct Sample: Sendable {
  let tank: Int
  let sugar: Int
}

/// A brewery whose tanks are watched until it is switched off.
private final class Brewery: Sendable {
  let samples = PublishSubject<Sample>()
  let target = BehaviorSubject(12)
  let isOff = PublishSubject<Void>()
  let valves = Shared(0)

  func watch(_ tank: Int) {
    _ = samples.filter { $0.tank == tank }
      .withLatestFrom(target) { sample, target in sample.sugar > target }
      .distinctUntilChanged()
      .take(until: isOff)
      .subscribe(next: { [valves] _ in valves.update { $0 += 1 } })
  }
}

enum YeastTanks: LeakProgram {
  static func run() {
    let brewery = Brewery()
    for tank in 0..<5 { brewery.watch(tank) }
    let mashing = Signal<Int>.interval(.milliseconds(3), on: QueueScheduler("mash"))
      .take(until: brewery.isOff)
      .subscribe(next: { brewery.target.next(8 + $0 % 9) })
    DispatchQueue.global().async {
      var step = 0
      while true {
        brewery.samples.next(Sample(tank: step % 5, sugar: step * 7 % 20))
        step += 1
        if step % 5 == 0 { pause(milliseconds: 1) }
      }
    }
    pause(milliseconds: 200)
    print("valves", brewery.valves.value > 0, "mashing", !mashing.isDisposed)
    brewery.isOff.next(())
  }
}
