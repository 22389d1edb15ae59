// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: take(untilReplacement:) does not pass the end of its source on: a page that is closed still waits for an outage (takeUntil not last)

import Signals

/// Pages that show what is live, and a placeholder from an outage on.
private struct Pages: Sendable {
  let live = PublishSubject<Int>()
  let outages = PublishSubject<Int>()

  func content(until closed: Signal<Void>) -> Signal<Int> {
    let articles = live.map { $0 * 2 }
    if mended { return articles.take(untilReplacement: outages).take(until: closed) }
    return
      articles
      .take(until: closed)
      .take(untilReplacement: outages)  // LEAK
  }
}

enum OfflinePlaceholder: LeakProgram {
  static func run() {
    let pages = Pages()
    let reader = pages.live.distinctUntilChanged().subscribe(next: { _ in })
    for page in 0..<4 {
      let closed = PublishSubject<Void>()
      _ = pages.content(until: closed).subscribe(next: { _ in })
      for article in 0..<3 {
        pages.live.next(page + article)
        pause(milliseconds: 2)
      }
      closed.next(())
    }
    for outage in 0..<15 {
      pages.outages.next(outage)
      pause(milliseconds: 2)
    }
    reader.dispose()
  }
}
