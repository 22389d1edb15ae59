// healthy: recursion, a chain of the same site nested in itself that is alive at the end
// says: The sixth attempt connects; the five before it are the way by which it came, and no more are added.
// allows: nothing

import Signals
import Synchronization

private struct Refused: Error {}

private final class Gateway: Sendable {
  let orders = PublishSubject<Int>()
  private let clock = QueueScheduler("clock")
  private let bag = DisposeBag()
  let received = Atomic<Int>(0)

  private func dial(_ attempt: Int) -> Signal<Int> {
    attempt < 6 ? Signal<Int>.fail(Refused()) : orders
  }

  private func connect(_ attempt: Int) -> Signal<Int> {
    dial(attempt).catch { [clock] _ in
      Signal<Int>.timer(after: .milliseconds(3 * attempt), on: clock).then { self.connect(attempt + 1) }
    }
  }

  func start() {
    connect(1).subscribe(next: { _ in self.received.add(1, ordering: .relaxed) }).disposed(by: bag)
  }
}

enum BackOffByRecursion: LeakProgram {
  static func run() {
    let gateway = Gateway()
    gateway.start()
    for order in 0..<80 {
      gateway.orders.next(order)
      pause(milliseconds: 3)
    }
    print("received", gateway.received.load(ordering: .relaxed))
  }
}
