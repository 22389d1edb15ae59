// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: leaving ends the position only, one of the two inputs; the heading keeps the pair alive

import Signals

/// Position and heading of each visitor who is inside the fence.
enum GeoFence: LeakProgram {
  static func run() {
    let positions = PublishSubject<Int>()
    let headings = PublishSubject<Int>()
    for visitor in 0..<4 {
      let left = PublishSubject<Void>()
      let own = positions.filter { $0 % 4 == visitor }
      let pairs = combineLatest(mended ? own : own.take(until: left), headings)  // LEAK
      let shown = pairs.map { $0.0 + $0.1 }
      _ = (mended ? shown.take(until: left) : shown).subscribe(next: { _ in })
      for step in 0..<8 {
        positions.next(step)
        headings.next(step)
      }
      left.next(())
    }
    for heading in 0..<20 { headings.next(heading) }
    pause(milliseconds: 25)
  }
}
