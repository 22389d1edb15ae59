// fault: create-does-not-stop
// verdict: likely
// proof: run
// says: the disposable of create forgets the timer that sends the places, so it goes on sending into nothing

import Signals

/// Places from a timer, as from a location manager.
enum LocationBridge: LeakProgram {
  static func run() {
    let clock = QueueScheduler("gps")
    let places = Signal<Int>.create { subscriber in  // LEAK
      let updates = clock.schedule(after: .milliseconds(2), every: .milliseconds(2)) { subscriber.next(1) }
      return Disposable { if mended { updates.dispose() } }
    }
    for _ in 0..<2 {
      let map = places.subscribe(next: { _ in })
      pause(milliseconds: 15)
      map.dispose()
    }
    pause(milliseconds: 150)
  }
}
