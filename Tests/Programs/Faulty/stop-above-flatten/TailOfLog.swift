// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: `repeat` opens the log again whenever it ends, also when it ends because the viewer was closed

import Signals

private let rotated = PublishSubject<Void>()
private let closed = PublishSubject<Void>()
private let log = PublishSubject<String>()

/// Follows a log file that is opened anew when it was rotated, until its viewer is closed.
enum TailOfLog: LeakProgram {
  static func run() {
    let opened = log.take(until: rotated)
    let followed: Signal<String>
    if mended {
      followed = opened.repeat().take(until: closed)
    } else {
      followed = opened.take(until: closed)
        .repeat()  // LEAK
    }
    _ = followed.subscribe(next: { _ in })
    for day in 0..<4 {
      for line in 0..<6 { log.next("day \(day) line \(line)") }
      rotated.next(())
      pause(milliseconds: 4)
    }
    closed.next(())
    pause(milliseconds: 5)
    for line in 0..<25 {
      log.next("after \(line)")
      pause(milliseconds: 2)
    }
  }
}
