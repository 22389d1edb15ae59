// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: closing the lobby ends the list of tables, and then begins the music, which plays on with nobody to stop it

import Signals

/// A lobby lists its tables until it closes; then something else is sent.
enum FarewellOfTheLobby: LeakProgram {
  static func run() {
    let clock = QueueScheduler("music")
    let tables = PublishSubject<Int>()
    for _ in 0..<6 {
      let closed = PublishSubject<Void>()
      let music = Signal<Int>.interval(.milliseconds(3), on: clock)
      let sent: Signal<Int>
      if mended {
        sent = tables.merge(music).take(until: closed)
      } else {
        sent = tables.take(until: closed).then { music }  // LEAK
      }
      _ = sent.subscribe(next: { _ in })
      tables.next(1)
      pause(milliseconds: 4)
      closed.next(())
    }
    pause(milliseconds: 80)
  }
}
