// fault: late-start
// verdict: likely
// proof: run
// says: the stop makes takeLast send the last meter, and only then flatMap begins to read it, for ever

import Signals

/// Reads the meter that was chosen last when the choice is closed.
enum LastReading: LeakProgram {
  static func run() {
    let readings = PublishSubject<Int>()
    let finished = PublishSubject<Void>()
    for flat in 0..<3 {
      let chosen = PublishSubject<Int>()
      let closed = PublishSubject<Void>()
      let last = chosen.take(until: closed).takeLast(1)
      if mended {
        _ = last.flatMap { meter in readings.map { $0 * meter } }
          .take(until: finished).subscribe(next: { _ in })
      } else {
        _ = last.flatMap { meter in readings.map { $0 * meter } }  // LEAK
          .subscribe(next: { _ in })
      }
      for meter in 1...3 { chosen.next(flat * 10 + meter) }
      closed.next(())
      readings.next(flat)
    }
    for value in 0..<20 { readings.next(value) }
    finished.next(())
    pause(milliseconds: 25)
  }
}
