// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the stop is above switchToLatest: the station that plays goes on

import Signals

private final class Tuner: Sendable {
  let stations = PublishSubject<Signal<Int>>()
  private let off = PublishSubject<Void>()

  func play() -> Subscription {
    if mended {
      stations.switchToLatest().take(until: off).subscribe(next: { _ in })
    } else {
      stations.take(until: off).switchToLatest().subscribe(next: { _ in })  // LEAK
    }
  }

  func stop() { off.next(()) }
}

/// Radios that are switched on, tuned twice and switched off.
enum ChannelsOfTheTuner: LeakProgram {
  static func run() {
    let clock = QueueScheduler("air")
    var playing: [Subscription] = []
    for _ in 0..<12 {
      let tuner = Tuner()
      playing.append(tuner.play())
      for _ in 0..<2 {
        tuner.stations.next(.interval(.milliseconds(3), on: clock))
        pause(milliseconds: 3)
      }
      tuner.stop()
    }
    pause(milliseconds: 60)
    print(playing.count)
  }
}
