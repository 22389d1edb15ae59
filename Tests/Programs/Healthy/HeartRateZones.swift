// healthy: alive after the workout is over
// says: What the watch has gathered is flushed at the end of a workout, and saved on another queue; the last one is just being saved.
// allows: nothing

import Signals

private struct Beat: Sendable {
  let rate: Int
}

private final class Watch: Sendable {
  let beats = PublishSubject<Beat>()
  private let disk = QueueScheduler("disk")
  private let clock = QueueScheduler("watch")

  /// Records until the workout is over, then saves what it has, and completes.
  func record(until over: Signal<Void>) -> Signal<Int> {
    beats.take(until: over)
      .buffer(for: .milliseconds(50), count: 5, on: clock)
      .collect()
      .delay(for: .milliseconds(6), on: disk)
      .map { $0.reduce(0) { $0 + $1.count } }
  }
}

enum HeartRateZones: LeakProgram {
  static func run() {
    let watch = Watch()
    let saved = Shared(0)
    for workout in 0..<12 {
      let over = PublishSubject<Void>()
      _ = watch.record(until: over).subscribe(next: { _ in saved.update { $0 += 1 } })
      for beat in 0..<12 { watch.beats.next(Beat(rate: 90 + workout + beat)) }
      pause(milliseconds: 3)
      over.next(())
      pause(milliseconds: 2)
    }
    while saved.value < 11 { pause(milliseconds: 1) }
  }
}
