// healthy: a handle that is replaced
// says: The player's serial disposable disposes the last track as it takes the next.
// allows: nothing

import Signals

enum TrackAfterTrack: LeakProgram {
  static func run() {
    let clock = QueueScheduler("player")
    let track = SerialDisposable()
    for number in 0..<9 {
      track.inner = Signal<Int>.interval(.milliseconds(4), on: clock).map { $0 + number }.subscribe(next: {
        _ in
      })
      pause(milliseconds: 8)
    }
    track.dispose()
    pause(milliseconds: 20)
  }
}
