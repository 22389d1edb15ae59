// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: only the first track is wanted, and first() says so of the playlist, not of the endless sound of the track

import Signals

/// Plays the first track of a list until the listener goes; then the next listener comes.
enum ElementOfTheQueue: LeakProgram {
  static func run() {
    let clock = QueueScheduler("sound")
    let playlist = PublishSubject<Int>()
    for listener in 0..<8 {
      let left = PublishSubject<Void>()
      let sound: @Sendable (Int) -> Signal<Int> = { track in
        Signal<Int>.interval(.milliseconds(4), on: clock).map { $0 + track }
      }
      let heard: Signal<Int>
      if mended {
        heard = playlist.take(1).flatMap { sound($0) }.take(until: left)
      } else {
        heard = playlist.take(until: left).element(at: 0).flatMap { sound($0) }  // LEAK
      }
      _ = heard.subscribe(next: { _ in })
      playlist.next(listener)
      pause(milliseconds: 6)
      left.next(())
    }
    pause(milliseconds: 80)
  }
}
