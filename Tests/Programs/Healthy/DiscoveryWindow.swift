// healthy: a stop above flatMap, all inner signals alive
// says: Peers are looked for in the first moments; whoever was found then is talked to for the rest of the time.
// allows: suspect

import Glibc
import Signals
import Synchronization

private final class Peer: Sendable {
  let messages = PublishSubject<String>()
}

private final class Party: Sendable {
  let found = PublishSubject<Peer>()
  let heard = Atomic<Int>(0)
  private let clock = QueueScheduler("discovery")
  private let bag = DisposeBag()

  func start() {
    found
      .take(until: Signal<Int>.timer(after: .milliseconds(50), on: clock))
      .flatMap { $0.messages }
      .subscribe(next: { _ in self.heard.add(1, ordering: .relaxed) })
      .disposed(by: bag)
  }
}

enum DiscoveryWindow: LeakProgram {
  static func run() {
    let party = Party()
    party.start()
    let peers = (0..<8).map { _ in Peer() }
    for peer in peers {
      party.found.next(peer)
      pause(milliseconds: 4)
    }
    pause(milliseconds: 40)
    for round in 0..<50 {
      for peer in peers { peer.messages.next("message \(round)") }
      pause(milliseconds: 3)
    }
    print("heard", party.heard.load(ordering: .relaxed))
    exit(0)
  }
}
