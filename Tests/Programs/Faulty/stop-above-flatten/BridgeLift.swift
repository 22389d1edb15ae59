// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: retry begins the barge again after the stop's error: `take(until:)` stands above it

import Signals

private struct Jammed: Error {}

/// A lift bridge that follows barges until the shift is over.
enum BridgeLift: LeakProgram {
  static func run() {
    let barges = PublishSubject<Int>()
    let shiftOver = PublishSubject<Void>()
    let followed = mended ? barges : barges.take(until: shiftOver)
    let again = followed.repeat()  // LEAK
    let handle = (mended ? again.take(until: shiftOver) : again).subscribe(next: { _ in })
    for barge in 0..<8 { barges.next(barge) }
    pause(milliseconds: 10)
    shiftOver.next(())
    pause(milliseconds: 10)
    for barge in 0..<8 { barges.next(barge) }
    pause(milliseconds: 50)
    _ = handle
  }
}
