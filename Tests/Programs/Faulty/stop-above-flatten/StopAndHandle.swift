// fault: stop-above-flatten
// verdict: likely
// fault2: forgotten-handle
// verdict2: suspect
// proof: run
// says: two faults that have nothing to do with each other: a stop above flatMap, and a probe that nobody keeps

import Signals

/// Drones that follow waypoints until they land, with a probe of the wind at each start.
enum StopAndHandle: LeakProgram {
  static func run() {
    let wind = PublishSubject<Int>()
    for drone in 0..<5 {
      let probe = wind.filter { $0 > drone }
      _ = (mended ? probe.take(1) : probe).subscribe(next: { _ in })  // LEAK 2
      let waypoints = PublishSubject<Int>()
      let landed = PublishSubject<Void>()
      let correct: @Sendable (Int) -> Signal<Int> = { point in wind.map { $0 - point } }
      if mended {
        _ = waypoints.flatMap(correct).take(until: landed).subscribe(next: { _ in })
      } else {
        _ = waypoints.take(until: landed)
          .flatMap(correct)  // LEAK
          .subscribe(next: { _ in })
      }
      for point in 0..<3 {
        waypoints.next(point)
        wind.next(drone + point)
      }
      landed.next(())
    }
    for gust in 0..<15 { wind.next(gust) }
    pause(milliseconds: 40)
  }
}
