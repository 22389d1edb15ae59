// healthy: grows, and then stays
// says: A pool opens connections as they are needed, eight at the most, and keeps them for the next request.
// allows: suspect

import Signals

private final class Pool: Sendable {
  private let clock = QueueScheduler("pool")
  private let bag = DisposeBag()
  private let size = Shared(0)

  func use(_ request: Int) {
    let wanted = min(8, request / 3 + 1)
    while size.value < wanted {
      Signal<Int>.interval(.milliseconds(5), on: clock).subscribe(next: { _ in }).disposed(by: bag)
      size.update { $0 += 1 }
    }
  }
}

enum PoolThatFills: LeakProgram {
  static func run() {
    let pool = Pool()
    for request in 0..<90 {
      pool.use(request)
      pause(milliseconds: 2)
    }
    killed(holding: pool)
  }
}
