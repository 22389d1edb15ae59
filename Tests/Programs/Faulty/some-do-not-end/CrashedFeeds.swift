// fault: some-do-not-end
// verdict: suspect
// proof: run
// says: a feed that failed is replaced by the archive below its stop, so the stop does not reach it

import Signals

/// Follows feeds until their tab closes; one that fails goes on from the archive.
enum CrashedFeeds: LeakProgram {
  struct Lost: Error {}

  static func run() {
    let archive = PublishSubject<Int>()
    for tab in 0..<10 {
      let feed = PublishSubject<Int>()
      let closed = PublishSubject<Void>()
      let stopped = mended ? feed : feed.take(until: closed)
      let safe = stopped.catch { _ in archive }  // LEAK
      _ = (mended ? safe.take(until: closed) : safe).subscribe(next: { _ in })
      feed.next(tab)
      if tab % 3 == 0 { feed.error(Lost()) }
      archive.next(tab)
      closed.next(())
    }
    for page in 0..<20 { archive.next(page) }
    pause(milliseconds: 30)
  }
}
