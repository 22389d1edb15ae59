// fault: overwritten-handle
// verdict: likely
// proof: run
// says: start is called twice by mistake; the first heartbeat can no longer be stopped

import Signals

/// A node of a cluster with its heartbeat.
enum StartedTwice: LeakProgram {
  static func run() {
    let clock = QueueScheduler("cluster")
    let node = Node(clock)
    node.start()
    pause(milliseconds: 15)
    node.start()
    pause(milliseconds: 15)
    node.stop()
    pause(milliseconds: 90)
  }
}

private final class Node {
  private let clock: QueueScheduler
  private var heart: Subscription?

  init(_ clock: QueueScheduler) { self.clock = clock }

  func start() {
    if mended { heart?.dispose() }
    heart = Signal<Int>.interval(.milliseconds(3), on: clock).map { $0 * 2 }
      .subscribe(next: { _ in })  // LEAK
  }

  func stop() {
    heart?.dispose()
    heart = nil
  }
}
