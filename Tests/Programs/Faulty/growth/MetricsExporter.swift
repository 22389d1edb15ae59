// fault: growth
// verdict: suspect
// proof: run
// says: every scrape subscribes once more and none of them ever ends

import Signals

/// A server that is scraped by a monitor every few milliseconds.
enum MetricsExporter: LeakProgram {
  static func run() {
    let load = PublishSubject<Int>()
    let server = QueueScheduler("server")
    let newest = Shared(0)
    let working = server.schedule(after: .milliseconds(1), every: .milliseconds(1)) { load.next(1) }
    for _ in 0..<60 {
      let scrape = mended ? load.take(1) : load
      _ = scrape.subscribe(next: { value in newest.update { $0 = value } })  // LEAK
      pause(milliseconds: 4)
    }
    working.dispose()
    print("load \(newest.value)")
  }
}
