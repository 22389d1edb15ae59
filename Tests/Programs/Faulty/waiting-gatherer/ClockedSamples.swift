// fault: waiting-gatherer
// verdict: finding
// proof: run
// says: one side of zip is a hundred times as fast as the other: its queue only grows

import Signals

/// Pairs the samples of a microphone with the beats of a clock.
enum ClockedSamples: LeakProgram {
  static func run() {
    let clock = QueueScheduler("clock")
    let beats = Signal<Int>.interval(.milliseconds(5), on: clock)
    let samples = PublishSubject<Int>()
    let pairs: Signal<Int>
    if mended {
      pairs = beats.withLatestFrom(samples) { $0 + $1 }
    } else {
      pairs = zip(samples, beats)  // LEAK
        .map { $0 + $1 }
    }
    let recording = pairs.subscribe(next: { _ in })
    for block in 0..<30 {
      for sample in 0..<100 { samples.next(block * 100 + sample) }
      pause(milliseconds: 5)
    }
    recording.dispose()
  }
}
