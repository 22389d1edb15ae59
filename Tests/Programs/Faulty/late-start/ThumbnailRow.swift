// fault: late-start
// verdict: likely
// proof: run
// says: cancelling stops what is asked for, not the queue of concatMap, which fetches one after the other

import Signals

/// Fetches thumbnails one after the other until the row scrolls away.
enum ThumbnailRow: LeakProgram {
  static func run() {
    let clock = QueueScheduler("net")
    let pictures = PublishSubject<Int>()
    let gone = PublishSubject<Void>()
    let wanted = mended ? pictures : pictures.take(until: gone)
    let fetched = wanted.concatMap { picture in  // LEAK
      Signal<Int>.timer(after: .milliseconds(6), on: clock).map { _ in picture }
    }
    _ = (mended ? fetched.take(until: gone) : fetched).subscribe(next: { _ in })
    for picture in 0..<14 { pictures.next(picture) }
    pause(milliseconds: 15)
    gone.next(())
    pause(milliseconds: 160)
  }
}
