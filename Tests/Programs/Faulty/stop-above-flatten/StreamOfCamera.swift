// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the door closes above the flatMap: the stream of the camera goes on

import Signals

/// Shows the camera of a door until somebody opens.
enum StreamOfCamera: LeakProgram {
  static func run() {
    let clock = QueueScheduler("camera")
    let frames = Signal<Int>.interval(.milliseconds(2), on: clock)
    let rings = PublishSubject<Int>()
    let opened = PublishSubject<Void>()
    let seen = Shared(0)
    let ringing =
      mended
      ? rings.flatMap { _ in frames }.take(until: opened)
      : rings.take(until: opened).flatMap { _ in frames }  // LEAK
    let monitor = ringing.subscribe(next: { _ in seen.update { $0 += 1 } })
    rings.next(1)
    pause(milliseconds: 30)
    opened.next(())
    pause(milliseconds: 80)
    withExtendedLifetime(monitor) {}
  }
}
