// fault: overwritten-handle
// verdict: likely
// proof: run
// says: whoever is elected again without having lost the office begins a second heartbeat, and forgets the first

import Signals

private final class Node: Sendable {
  private let beats: Signal<Int>
  private let heartbeat = Shared<Subscription?>(nil)
  let sent = Shared(0)

  init(_ clock: QueueScheduler) { beats = Signal<Int>.interval(.milliseconds(4), on: clock) }

  func elected(term: Int) {
    if mended { lost() }
    let beating = beats.map { beat in term * 1000 + beat }
      .subscribe(next: { [sent] _ in sent.update { $0 += 1 } })  // LEAK
    heartbeat.update { $0 = beating }  // LEAK
  }

  func lost() {
    heartbeat.update { $0.take()?.dispose() }
  }
}

/// A node of a cluster that is elected, loses the office, and is elected again.
enum LeadershipTerms: LeakProgram {
  static func run() {
    let node = Node(QueueScheduler("raft"))
    for term in 0..<14 {
      node.elected(term: term)
      pause(milliseconds: 9)
      if term % 3 == 1 { node.lost() }
    }
    node.lost()
    pause(milliseconds: 40)
    print("beats", node.sent.value)
  }
}
