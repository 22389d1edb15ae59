// fault: late-start
// verdict: likely
// proof: run
// says: after the album was closed the pictures that waited for one of two places are begun all the same

import Signals

/// Makes small pictures of an album, two at a time, as long as the album is open.
enum ParallelThumbnails: LeakProgram {
  static func run() {
    let clock = QueueScheduler("pictures")
    for album in 0..<2 {
      let closed = PublishSubject<Void>()
      let pictures = PublishSubject<Int>()
      let small: Signal<Int>
      if mended {
        small = pictures.flatMap(maxConcurrent: 2) { shrink($0, clock) }.take(until: closed)
      } else {
        small = pictures.take(until: closed)
          .flatMap(maxConcurrent: 2) { shrink($0, clock) }  // LEAK
      }
      _ = small.subscribe(next: { _ in })
      for picture in 0..<30 { pictures.next(album * 100 + picture) }
      pause(milliseconds: 25)
      closed.next(())
    }
    pause(milliseconds: 150)
  }

  private static func shrink(_ picture: Int, _ clock: QueueScheduler) -> Signal<Int> {
    Signal<Int>.timer(after: .milliseconds(10), on: clock).map { _ in picture }
  }
}
