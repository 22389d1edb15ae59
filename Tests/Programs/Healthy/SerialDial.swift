// healthy: a handle is put where another one was, again and again
// says: The place is a serial one, which disposes what it held; so no station is heard below another.
// allows: nothing

import Signals

private struct Sample: Sendable {
  let megahertz: Int
  let level: Int
}

/// An old wireless: one turns the dial, and it hums in between.
private final class Wireless: Sendable {
  private let tuned = SerialDisposable()
  private let hum = SerialDisposable()
  private let clock = QueueScheduler("valves")
  let heard = Shared(0)

  func turn(to megahertz: Int, _ air: Signal<Sample>) {
    hum.inner = Signal<Int>.interval(.milliseconds(2), on: clock).take(3).subscribe(next: { _ in })
    tuned.replace(
      with: air.filter { $0.megahertz == megahertz && $0.level > 2 }
        .debounce(for: .milliseconds(2), on: clock)
        .subscribe(next: { [heard] _ in heard.update { $0 += 1 } }))
  }

  func switchOff() {
    tuned.dispose()
    hum.dispose()
  }
}

enum SerialDial: LeakProgram {
  static func run() {
    let air = PublishSubject<Sample>()
    let wireless = Wireless()
    for turn in 0..<22 {
      wireless.turn(to: 87 + turn, air)
      for level in 1...3 {
        air.next(Sample(megahertz: 87 + turn, level: level))
        air.next(Sample(megahertz: 86 + turn, level: level))
        pause(milliseconds: 2)
      }
    }
    pause(milliseconds: 10)
    wireless.switchOff()
    for turn in 0..<22 { air.next(Sample(megahertz: 87 + turn, level: 3)) }
    print("heard something", wireless.heard.value > 0)
  }
}
