// fault: endless-inner
// verdict: suspect
// proof: weak
// says: flatMapFirst follows the first flight for ever and turns every other one away

import Signals

/// Shows a flight until it has landed, and then the next one.
enum FirstFlightOnly: LeakProgram {
  static func run() {
    let flights = PublishSubject<Int>()
    let radar = PublishSubject<Int>()
    let landed = PublishSubject<Int>()
    let shown = flights.flatMapFirst { flight in  // LEAK
      let track = radar.map { $0 + flight * 100 }
      return mended ? track.take(until: landed.filter { $0 == flight }) : track
    }
    let screen = shown.subscribe(next: { _ in })
    for flight in 0..<30 {
      flights.next(flight)
      for position in 0..<5 { radar.next(position) }
      landed.next(flight)
    }
    pause(milliseconds: 25)
    killed(holding: screen)
  }
}
