// healthy: a nested edge from scheduled work
// says: The first client makes the hub start itself on its queue; the hub keeps what it started, for all clients to come.
// allows: nothing

import Glibc
import Signals
import Synchronization

private final class Hub: Sendable {
  let values = BehaviorSubject(0)
  private let isRunning = Atomic<Bool>(false)
  private let queue = QueueScheduler("hub")
  private let bag = DisposeBag()

  func signal() -> Signal<Int> {
    values.onSubscribe {
      guard !self.isRunning.exchange(true, ordering: .relaxed) else { return }
      self.queue.schedule { self.run() }
    }
  }

  private func run() {
    Signal<Int>.interval(.milliseconds(4), on: queue)
      .scan(0, +)
      .subscribe(next: { self.values.next($0) })
      .disposed(by: bag)
  }
}

enum HubOnAQueue: LeakProgram {
  static func run() {
    let hub = Hub()
    var last = 0
    for _ in 0..<20 {
      let client = hub.signal().subscribe(next: { _ in })
      pause(milliseconds: 8)
      client.dispose()
      last = hub.values.value
    }
    print("values came", last > 0)
    exit(0)
  }
}
