// fault: timer-left
// verdict: suspect
// proof: run
// says: the countdown of a feeding does nothing any more at zero, but it ticks on, one for each feeding

import Signals

/// An aquarium whose pumps pause while the fish are fed.
private final class Aquarium: Sendable {
  let arePumpsOn = MutableProperty(true)
  let clock = VirtualTimeScheduler()
  private let ticks = Shared(0)

  func feed() {
    arePumpsOn.set(false)
    let left = Shared(5)
    let seconds = Signal<Int>.interval(.seconds(1), on: clock)
    _ = (mended ? seconds.take(5) : seconds).subscribe(next: { [arePumpsOn, ticks] _ in  // LEAK
      ticks.update { $0 += 1 }
      guard left.value > 0 else { return }
      left.update { $0 -= 1 }
      if left.value == 0 { arePumpsOn.set(true) }
    })
  }

  var tickCount: Int { ticks.value }
}

enum AquariumFeeding: LeakProgram {
  static func run() {
    let aquarium = Aquarium()
    let pumps = aquarium.arePumpsOn.signal.subscribe(next: { _ in })
    let heater = Signal<Int>.interval(.seconds(10), on: aquarium.clock).subscribe(next: { _ in })
    for _ in 0..<8 {
      aquarium.feed()
      for _ in 0..<6 {
        aquarium.clock.advance(by: .seconds(1))
        pause(milliseconds: 1)
      }
    }
    for _ in 0..<30 {
      aquarium.clock.advance(by: .seconds(1))
      pause(milliseconds: 2)
    }
    print("ticks", aquarium.tickCount)
    pumps.dispose()
    heater.dispose()
  }
}
