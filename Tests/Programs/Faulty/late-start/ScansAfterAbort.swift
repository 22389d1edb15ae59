// fault: late-start
// verdict: likely
// proof: run
// says: aborting ends the two scans that run, each by a stop of its own, whereupon the next two that wait are begun, and have no stop any more

import Signals

/// A scanner of hosts, two at a time.
enum ScansAfterAbort: LeakProgram {
  static func run() {
    let clock = QueueScheduler("scanner")
    let hosts = PublishSubject<Int>()
    let abort = PublishSubject<Void>()
    let found = Shared(0)
    let log = hosts.count().subscribe(next: { _ in })
    let scans =
      hosts
      .flatMap(maxConcurrent: 2) { host in  // LEAK
        Signal<Int>.interval(.milliseconds(2), on: clock).map { $0 + host }.take(until: abort)
      }
    _ = (mended ? scans.take(until: abort) : scans)
      .subscribe(next: { _ in found.update { $0 += 1 } })
    for host in 0..<7 { hosts.next(host) }
    pause(milliseconds: 20)
    abort.next(())
    pause(milliseconds: 50)
    print("found \(found.value)")
    log.dispose()
  }
}
