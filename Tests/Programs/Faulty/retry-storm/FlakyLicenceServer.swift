// fault: retry-storm
// verdict: finding
// proof: run
// says: the licence server refuses each time, and retry asks again at once without end

import Signals

private struct Refused: Error {}

/// Asks a server for its licence until it gets one.
enum FlakyLicenceServer: LeakProgram {
  static func run() {
    let clock = QueueScheduler("licence")
    let stop = PublishSubject<Void>()
    let question = Signal<Int>.timer(after: .microseconds(200), on: clock).map { (_: Int) -> Int in
      throw Refused()
    }
    let asked = mended ? question.retry(3) : question.retry()  // LEAK
    let licence = asked.take(until: stop).subscribe(next: { _ in }, error: { _ in })
    pause(milliseconds: 250)
    stop.next(())
    licence.dispose()
  }
}
