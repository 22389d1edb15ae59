// fault: from-the-start
// verdict: suspect
// proof: run
// says: the first thing that the node begins is to watch the leader; it goes on when the node leads itself

import Signals

/// A node of a cluster: a standby at first, then the leader.
private final class Node: Sendable {
  private let beats: Signal<Int>
  private let elected = PublishSubject<Void>()
  private let term = Shared(0)

  init(_ beats: Signal<Int>) { self.beats = beats }

  func standBy() {
    let watched = mended ? beats.take(until: elected) : beats
    _ = watched.scan(0) { max($0, $1) }
      .subscribe(next: { [term] beat in term.update { $0 = beat } })  // LEAK
  }

  func lead() { elected.next(()) }

  /// Writes an entry and waits for two followers.
  func write(_ entry: Int, _ acknowledged: PublishSubject<Int>) {
    _ = acknowledged.filter { $0 == entry }.take(2).subscribe(next: { _ in })
    acknowledged.next(entry)
    acknowledged.next(entry)
  }
}

enum StandbyWatch: LeakProgram {
  static func run() {
    let clock = QueueScheduler("cluster")
    let node = Node(Signal<Int>.interval(.milliseconds(4), on: clock))
    node.standBy()
    pause(milliseconds: 15)
    node.lead()
    let acknowledged = PublishSubject<Int>()
    for entry in 0..<30 {
      node.write(entry, acknowledged)
      pause(milliseconds: 5)
    }
    pause(milliseconds: 40)
  }
}
