// fault: round-growth
// verdict: likely
// proof: run
// says: each quake leaves the watch for its aftershocks behind: one more after each of fifteen

import SignalTracing
import Signals

/// A network of stations; a quake is located by those that feel it, and then it is over.
private final class Observatory {
  let tremors = PublishSubject<Double>()
  private let located = Shared(0)
  private var aftershocks: Subscription?

  func locate(magnitude: Double) {
    let stations = (0..<4).map { station in
      tremors.map { $0 / Double(station + 1) }.filter { $0 > 0.5 }.subscribe(next: { _ in })
    }
    let watch = tremors.filter { $0 < magnitude }
      .subscribe(next: { [located] _ in located.update { $0 += 1 } })  // LEAK
    for share in [1.0, 0.6, 0.3] { tremors.next(magnitude * share) }
    pause(milliseconds: 4)
    for station in stations { station.dispose() }
    if mended { watch.dispose() } else { aftershocks = watch }
  }
}

enum SeismicStations: LeakProgram {
  static func run() {
    let observatory = Observatory()
    let drum = observatory.tremors.scan(0) { max($0, $1) }.subscribe(next: { _ in })
    for quake in 0..<15 {
      observatory.locate(magnitude: 3 + Double(quake % 5))
      Trace.mark("quake located")
    }
    pause(milliseconds: 20)
    drum.dispose()
  }
}
