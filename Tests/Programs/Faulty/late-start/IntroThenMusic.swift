// fault: late-start
// verdict: likely
// proof: run
// says: stopping the intro completes it, whereupon `concat` begins the music, which nothing stops

import Signals

/// Plays an intro and then music, until somebody presses stop, which most do during the intro.
enum IntroThenMusic: LeakProgram {
  static func run() {
    let clock = QueueScheduler("player")
    let intro = Signal<Int>.interval(.milliseconds(3), on: clock).take(10)
    let music = Signal<Int>.interval(.milliseconds(4), on: clock)
    for _ in 0..<2 {
      let stop = PublishSubject<Void>()
      let play: Signal<Int>
      if mended {
        play = intro.concat(music).take(until: stop)
      } else {
        play = intro.take(until: stop)
          .concat(music)  // LEAK
      }
      _ = play.subscribe(next: { _ in })
      pause(milliseconds: 12)
      stop.next(())
      pause(milliseconds: 20)
    }
    pause(milliseconds: 80)
  }
}
