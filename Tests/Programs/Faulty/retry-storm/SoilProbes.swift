// fault: retry-storm
// verdict: finding
// proof: run
// says: a probe that was pulled out is asked again at once, for ever

import Signals

private struct Unplugged: Error {}

/// Probes in a field, of which one was pulled out.
enum SoilProbes: LeakProgram {
  static func run() {
    let clock = QueueScheduler("field")
    for probe in 0..<4 {
      let reading = Signal<Int>.create { subscriber in
        Signal<Int>.timer(after: .microseconds(300), on: clock).subscribe(
          next: { _ in
            if probe == 2 { subscriber.error(Unplugged()) } else { subscriber.next(probe) }
          }, completed: { subscriber.completed() })
      }
      let handle = (mended ? reading.retry(3) : reading.retry())  // LEAK
        .subscribe(next: { _ in }, error: { _ in })
      if mended { pause(milliseconds: 10) }
      _ = handle
    }
    pause(milliseconds: 120)
  }
}
