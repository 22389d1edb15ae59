// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: zip waits for units, of which there is one, while readings pile up

import Signals

/// Pairs readings with their unit.
enum ReadingsAndUnits: LeakProgram {
  static func run() {
    let readings = PublishSubject<Int>()
    let units = PublishSubject<String>()
    let pairs = mended ? combineLatest(readings, units) : zip(readings, units)  // LEAK
    let shown = pairs.subscribe(next: { _ in })
    units.next("bar")
    for reading in 0..<3000 { readings.next(reading) }
    shown.dispose()
    pause(milliseconds: 20)
  }
}
