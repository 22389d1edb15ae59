// healthy: many subscriptions without a handle or an owner, some alive at exit
// says: Events are sent to a collector in tasks that nobody waits for; each ends, and the last few are on their way.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Collector: Sendable {
  let sent = Atomic<Int>(0)
  private let uplink = QueueScheduler("uplink")

  func track(_ event: Int) {
    _ = Signal<Int>.fromAsync {
      try await Task.sleep(for: .milliseconds(event % 9 == 8 ? 20 : 4))
      return event
    }
    .retry(maxAttempts: 2)
    .deliver(on: uplink)
    .subscribe(next: { _ in self.sent.add(1, ordering: .relaxed) }, error: { _ in })
  }
}

enum AsyncFireAndForget: LeakProgram {
  static func run() {
    let collector = Collector()
    let clicks = PublishSubject<Int>()
    let bag = DisposeBag()
    clicks.subscribe(next: { collector.track($0) }).disposed(by: bag)
    for click in 0..<60 {
      clicks.next(click)
      pause(milliseconds: 3)
    }
    print("sent", collector.sent.load(ordering: .relaxed) > 0)
    withExtendedLifetime(bag) { exit(0) }
  }
}
