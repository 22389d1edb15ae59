// healthy: requests wait in zip for tokens that come slower than they
// says: A burst is let through at the rate of the quota, and the line is empty before the next burst; the tokens go on.
// allows: nothing

import Signals

private final class Limiter: Sendable {
  let requests = PublishSubject<Int>()
  private let tokens = PublishSubject<Void>()
  private let waiting = Shared(0)
  private let sent = Shared<[Int]>([])
  private let clock = QueueScheduler("quota")
  private let bag = DisposeBag()

  func start(_ isSent: Flag) {
    requests.zip(with: tokens)
      .subscribe(next: { [waiting, sent] request, _ in
        waiting.update { $0 -= 1 }
        sent.update { $0.append(request) }
        isSent.raise()
      })
      .disposed(by: bag)
    // A token is given only where somebody waits for it.
    Signal<Int>.interval(.milliseconds(2), on: clock)
      .subscribe(next: { [waiting, tokens] _ in if waiting.value > 0 { tokens.next(()) } })
      .disposed(by: bag)
  }

  func send(_ request: Int) {
    waiting.update { $0 += 1 }
    requests.next(request)
  }

  var count: Int { sent.value.count }
}

enum ApiQuota: LeakProgram {
  static func run() {
    let limiter = Limiter()
    let isSent = Flag()
    limiter.start(isSent)
    for burst in 0..<5 {
      for request in 0..<12 { limiter.send(burst * 12 + request) }
      for _ in 0..<12 { isSent.wait() }
      pause(milliseconds: 10)
    }
    print("sent", limiter.count)
    withExtendedLifetime(limiter) {}
  }
}
