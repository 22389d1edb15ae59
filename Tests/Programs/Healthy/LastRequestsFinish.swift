// healthy: inner signals that outlive the stop above them
// says: No new request is taken after the closing; those under way answer within a few milliseconds.
// allows: nothing

import Signals

enum LastRequestsFinish: LeakProgram {
  static func run() {
    let clock = QueueScheduler("net")
    let requests = PublishSubject<Int>()
    let closing = PublishSubject<Void>()
    let answered = Shared(0)
    _ = requests.take(until: closing)
      .flatMap { request in Signal<Int>.timer(after: .milliseconds(8), on: clock).map { $0 + request } }
      .subscribe(next: { _ in answered.update { $0 += 1 } })
    for request in 0..<30 {
      requests.next(request)
      pause(milliseconds: 2)
    }
    closing.next(())
    pause(milliseconds: 120)
    print("answered", answered.value)
  }
}
