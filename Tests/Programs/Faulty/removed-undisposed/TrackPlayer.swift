// fault: removed-undisposed
// verdict: likely
// proof: run
// says: `swap` hands the old track back undisposed, and nobody takes it

import Signals

/// Plays one track at a time.
enum TrackPlayer: LeakProgram {
  static func run() {
    let samples = PublishSubject<Int>()
    let playing = SerialDisposable()
    for track in 1...5 {
      let next = samples.map { $0 * track }.subscribe(next: { _ in })
      if mended {
        playing.inner = next
      } else {
        _ = playing.swap(next)  // LEAK
      }
      for sample in 0..<4 { samples.next(sample) }
    }
    playing.dispose()
    for sample in 0..<10 { samples.next(sample) }
    pause(milliseconds: 25)
  }
}
