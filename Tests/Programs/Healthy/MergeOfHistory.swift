// healthy: history and live joined; history ends, live is kept
// allows: nothing

import Signals

/// Chat rooms with their history before what is said now; each is left.
enum MergeOfHistory: LeakProgram {
  static func run() {
    let live = PublishSubject<Int>()
    for room in 0..<10 {
      let texts = Signal.from(Array(0..<20)).concat(live.filter { $0 == room })
      let view = texts.subscribe(next: { _ in })
      live.next(room)
      pause(milliseconds: 3)
      view.dispose()
    }
    pause(milliseconds: 20)
  }
}
