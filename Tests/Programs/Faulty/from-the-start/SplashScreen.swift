// fault: from-the-start
// verdict: suspect
// proof: run
// says: the animation that is begun first of all is nobody's; it runs on long after the splash has gone

import Signals

/// Shows a splash while it starts, and then does its work.
enum SplashScreen: LeakProgram {
  static func run() {
    let clock = QueueScheduler("screen")
    let started = PublishSubject<Void>()
    let animation = Signal<Int>.interval(.milliseconds(3), on: clock)
    _ = (mended ? animation.take(until: started) : animation).subscribe(next: { _ in })  // LEAK

    let progress = PublishSubject<Int>()
    let bar = progress.subscribe(next: { _ in })
    for step in 0..<5 {
      progress.next(step)
      pause(milliseconds: 3)
    }
    bar.dispose()
    started.next(())

    for file in 0..<12 {
      let reading = Signal<Int>.timer(after: .milliseconds(5), on: clock).map { _ in file }
      _ = reading.subscribe(next: { _ in })
      pause(milliseconds: 10)
    }
  }
}
