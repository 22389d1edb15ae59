// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: what closes the editor stops the mode that is looked at, not the keys that look at it

import Signals

/// Editors that handle each key by the newest mode.
enum KeysWithMode: LeakProgram {
  static func run() {
    let keys = PublishSubject<Int>()
    let mode = BehaviorSubject("insert")
    for _ in 0..<4 {
      let closed = PublishSubject<Void>()
      let handled =
        mended
        ? keys.withLatestFrom(mode).take(until: closed)
        : keys.withLatestFrom(mode.take(until: closed))  // LEAK
      _ = handled.subscribe(next: { _ in })
      for key in 0..<5 { keys.next(key) }
      mode.next("normal")
      closed.next(())
    }
    for key in 0..<15 { keys.next(key) }
    pause(milliseconds: 25)
  }
}
