// healthy: work behind a closure
// says: A lamp fades for a fifth of a second after its user is gone, each time, and then its source is disposed.
// allows: nothing

import Dispatch
import Signals

private final class Lamp: Sendable {
  private let mains = PublishSubject<Int>()
  private let fading = DispatchQueue(label: "fading")

  func tick(_ number: Int) { mains.next(number) }

  var light: Signal<Int> {
    .create { [self] subscriber in
      let current = mains.subscribe(next: { subscriber.next($0) })
      return Disposable { [fading] in
        fading.asyncAfter(deadline: .now() + .milliseconds(200)) { current.dispose() }
      }
    }
  }
}

enum SlowLamps: LeakProgram {
  static func run() {
    let lamp = Lamp()
    let seen = Shared(0)
    for evening in 0..<4 {
      let user = lamp.light.subscribe(next: { _ in seen.update { $0 += 1 } })
      for tick in 0..<60 {
        if tick == 20 { user.dispose() }
        pause(milliseconds: 7)
        lamp.tick(evening * 100 + tick)
      }
    }
    pause(milliseconds: 250)
    print("seen", seen.value)
  }
}
