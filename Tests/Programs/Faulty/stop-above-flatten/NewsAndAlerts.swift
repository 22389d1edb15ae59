// fault: stop-above-flatten
// verdict: likely
// proof: run
// says: the reader's leaving ends one of the two branches of `merge`; the alerts go on

import Signals

/// Readers of news and alerts in one list.
enum NewsAndAlerts: LeakProgram {
  static func run() {
    let news = PublishSubject<String>()
    let alerts = PublishSubject<String>()
    for reader in 0..<3 {
      let leaves = PublishSubject<Void>()
      let list =
        mended
        ? news.merge(alerts).take(until: leaves)
        : news.take(until: leaves).merge(alerts)  // LEAK
      _ = list.subscribe(next: { _ in })
      news.next("news \(reader)")
      alerts.next("alert \(reader)")
      leaves.next(())
    }
    for number in 0..<15 {
      news.next("news \(number)")
      alerts.next("alert \(number)")
    }
    pause(milliseconds: 20)
  }
}
