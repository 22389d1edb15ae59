// healthy: inner signals without an end of their own, some of which never send anything
// says: A node writes while it leads and is idle otherwise; each term ends the one before, and the shutdown ends the last.
// allows: nothing

import Signals

private enum Role: Sendable {
  case leader(term: Int)
  case follower
}

private final class Node: Sendable {
  let role = BehaviorSubject<Role>(.follower)
  let proposals = PublishSubject<String>()
  private let shutdown = PublishSubject<Void>()
  private let clock = QueueScheduler("raft")

  /// What this node writes to its followers.
  func writes() -> Signal<String> {
    role.flatMapLatest { [proposals, clock] role -> Signal<String> in
      guard case .leader(let term) = role else { return .never() }
      let heartbeats = Signal<Int>.interval(.milliseconds(4), on: clock).map { "heartbeat \($0)" }
      return heartbeats.merge(proposals).map { "\(term): \($0)" }
    }
    .take(until: shutdown)
  }

  func stop() { shutdown.next(()) }
}

enum LeaderWrites: LeakProgram {
  static func run() {
    let node = Node()
    let written = Shared(0)
    let elections = node.role.skip(1).subscribe(next: { _ in })
    _ = node.writes().subscribe(next: { _ in written.update { $0 += 1 } })
    for term in 0..<16 {
      node.role.next(term % 3 == 1 ? .follower : .leader(term: term))
      for entry in 0..<3 {
        node.proposals.next("set x \(entry)")
        pause(milliseconds: 6)
      }
    }
    node.stop()
    for entry in 0..<8 {
      node.proposals.next("late \(entry)")
      pause(milliseconds: 4)
    }
    elections.dispose()
    print("written", written.value > 16)
  }
}
